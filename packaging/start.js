#!/usr/bin/env node
// Starts the program of this platform, with this script's arguments, input, output and exit status.
"use strict";

const { spawn } = require("child_process");
const { existsSync } = require("fs");
const { constants } = require("os");
const { join } = require("path");

// On Linux without glibc, such as Alpine, the static program runs. It has no GPU: `bench` says so.
function hasGlibc() {
  if (process.platform !== "linux" || !process.report) return true;
  // Otherwise the report looks up the names of network peers, which can take seconds.
  process.report.excludeNetwork = true;
  return Boolean(process.report.getReport().header.glibcVersionRuntime);
}

function folders() {
  const { platform, arch } = process;
  if (platform === "linux" && arch === "x64") {
    return hasGlibc() ? ["linux-x64", "linux-x64-musl"] : ["linux-x64-musl"];
  }
  // Windows on ARM runs programs for x64.
  if (platform === "win32") return ["win32-x64"];
  if (platform === "darwin") return [`darwin-${arch}`, "darwin-x64"];
  return [];
}

const name = process.platform === "win32" ? "warpstep.exe" : "warpstep";
const program = folders()
  .map((folder) => join(__dirname, "programs", folder, name))
  .find((path) => existsSync(path));
if (!program) {
  console.error(
    `error: this package has no program for ${process.platform} on ${process.arch}; ` +
      "build one with cargo from the source of Warpstep",
  );
  process.exit(2);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends Ctrl-C to both processes. The program decides what it means; this one waits for it.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`error: ${program} could not be started: ${error.message}`);
  process.exit(2);
});
child.on("exit", (code, signal) => {
  process.exit(code === null ? 128 + (constants.signals[signal] || 0) : code);
});
