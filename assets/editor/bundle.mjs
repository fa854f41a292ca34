// Builds assets/editor.js, the editor as one script, from this folder. `cargo xtask editor` runs it after `npm ci`.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { build } from "esbuild";

// The sources of the script; a test compares the hash in the banner with them.
const sources = ["blocks.js", "breakpoints.js", "cuda-format.js", "cuda.js", "editor.css", "editor.js", "find.js", "format.js", "names.js", "package-lock.json", "scan.js", "wgsl.js"];
const hash = createHash("sha256");
for (const name of sources) hash.update(readFileSync(name));

const licence = readFileSync("node_modules/@codemirror/view/LICENSE", "utf8").trim();
const banner = `/* Made by \`cargo xtask editor\` from assets/editor (${hash.digest("hex")}).

CodeMirror and Lezer, and style-mod, w3c-keyname and crelt, all by Marijn Haverbeke and others:

${licence} */`;

const result = await build({
  entryPoints: ["editor.js"],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  legalComments: "none",
  charset: "utf8",
  loader: { ".css": "text" },
  write: false,
});
writeFileSync(process.argv[2], `${banner}\n${result.outputFiles[0].text}`);
