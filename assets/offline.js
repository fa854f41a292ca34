// The page without a network: a service worker that keeps all files of one version and answers from them alone.
// A build writes the version and the files with their SHA-256 digests here; until then there is nothing to keep.
const VERSION = "";
const FILES = {};

const PREFIX = "warpstep-";
const OWN = PREFIX + VERSION;

// All or nothing, and nothing but what the list says: in the middle of a deployment a host has files of two versions.
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

// Pages of the version before may still be open and ask for their own files, whose names tell them apart.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) => {
      const others = names.filter((name) => name.startsWith(PREFIX) && name !== OWN);
      return Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
    }),
  );
});

// A reader has asked for the new version.
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

// Whoever opens the page gets this version's.
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
