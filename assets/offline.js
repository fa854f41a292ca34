// Offline use: a service worker that stores all files of one version, and answers requests with them.
// The build writes the version and the files with their SHA-256 digests here; before that, nothing is stored.
const VERSION = "";
const FILES = {};

// A host may have several copies of the page, each in its folder. Each keeps to its own caches.
const FOLDER = new URL("./", location.href).pathname;
const PREFIX = `warpstep ${FOLDER} `;
const OWN = PREFIX + VERSION;
const PAGE = "./";

// Returns the caches of this copy, the oldest first. A cache has the page itself only if all other files are there. Older
// versions of this file named their caches without the folder: such a cache belongs here if it has this folder's page.
async function versions() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) || name.startsWith("warpstep-"));
  const found = names.map(async (name) => {
    const cache = await caches.open(name);
    return { name, cache, isWhole: (await cache.match(PAGE)) !== undefined };
  });
  return (await Promise.all(found)).filter(({ name, isWhole }) => isWhole || name.startsWith(PREFIX));
}

async function load(address, digest) {
  const response = await fetch(address, { cache: "no-cache" });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  const found = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
  if (btoa(String.fromCharCode(...new Uint8Array(found))) !== digest) throw new Error(`${address} is of another version`);
  return response;
}

// Stores all files with the listed digests, the page last: during a deployment a host has files of two versions, and the
// browser may end in the middle.
async function keep() {
  const halves = (await versions()).filter(({ isWhole }) => !isWhole);
  await Promise.all(halves.map(({ name }) => caches.delete(name)));
  const cache = await caches.open(OWN);
  const page = await load(PAGE, FILES[PAGE]);
  const others = Object.entries(FILES).filter(([address]) => address !== PAGE);
  await Promise.all(others.map(async ([address, digest]) => cache.put(address, await load(address, digest))));
  await cache.put(PAGE, page);
}

self.addEventListener("install", (event) => event.waitUntil(keep()));

// Keeps the files of the version before: its pages may still be open. File names differ from version to version.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    versions().then((all) => {
      const others = all.filter(({ name, isWhole }) => isWhole && name !== OWN);
      return Promise.all(others.slice(0, -1).map(({ name }) => caches.delete(name)));
    }),
  );
});

// The reader has asked for the new version.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

// A request that opens the page gets this version's page.
const opensPage = ({ mode, url }) => mode === "navigate" && [FOLDER, `${FOLDER}index.html`].includes(new URL(url).pathname);

async function answer(request) {
  const own = await caches.open(OWN);
  if (opensPage(request)) return (await own.match(PAGE)) ?? fetch(request);
  const kept = await own.match(request);
  if (kept) return kept;
  for (const { cache } of await versions()) {
    const before = await cache.match(request);
    if (before) return before;
  }
  return fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
