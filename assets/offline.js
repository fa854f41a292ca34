// Offline use: a service worker that stores all files of one version, and answers requests with them.
// The build writes the version and the files with their SHA-256 digests here; before that, nothing is stored.
const VERSION = "";
const FILES = {};

const PREFIX = "warpstep-";
const OWN = PREFIX + VERSION;

// Stores all files with the listed digests, or none: during a deployment a host has files of two versions.
async function keep() {
  const cache = await caches.open(OWN);
  await Promise.all(
    Object.entries(FILES).map(async ([address, digest]) => {
      const response = await fetch(address, { cache: "no-cache" });
      if (!response.ok) throw new Error(`${address}: ${response.status}`);
      const found = await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer());
      if (btoa(String.fromCharCode(...new Uint8Array(found))) !== digest) throw new Error(`${address} is of another version`);
      await cache.put(address, response);
    }),
  );
}

self.addEventListener("install", (event) => event.waitUntil(keep()));

// Keeps the files of the version before: its pages may still be open. File names differ from version to version.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const others = names.filter((name) => name.startsWith(PREFIX) && name !== OWN);
      return Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    }),
  );
});

// The reader has asked for the new version.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

// A request that opens the page gets this version's page.
const page = new URL("./", location.href).pathname;
const opensPage = ({ mode, url }) => mode === "navigate" && [page, `${page}index.html`].includes(new URL(url).pathname);

async function answer(request) {
  const own = await caches.open(OWN);
  if (opensPage(request)) return (await own.match("./")) ?? fetch(request);
  return (await own.match(request)) ?? (await caches.match(request)) ?? fetch(request);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === location.origin) event.respondWith(answer(request));
});
