// Keeps the page for when there is no network. The build puts in the version and the files.
const SCOPE = self.registration.scope;
// Pages in other folders of the same host have caches of their own.
const OWN = `destrier ${SCOPE} `;
const CACHE = OWN + "VERSION";
const FILES = ["FILES"];

const page = new URL("./", SCOPE).href;
const kept = new Set(FILES.map((file) => new URL(file, SCOPE).href));

self.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(fresh))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    oldCaches()
      // The last one stays for pages that are open: they may still ask for a file of theirs.
      .then((names) => Promise.all(names.slice(0, -1).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  const url = (origin + pathname).replace(/\/index\.html$/, "/");
  // Of all other addresses nothing is known here.
  if (url.startsWith(page + "assets/")) event.respondWith(keptFirst(url, request));
  else if (kept.has(url)) event.respondWith(networkFirst(url, request));
});

/** The caches of earlier builds, the oldest first. */
async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
}

async function find(url) {
  for (const name of [CACHE, ...(await oldCaches()).reverse()]) {
    const found = await caches.match(url, { cacheName: name });
    if (found) return found;
  }
}

/** A file whose name changes with its content. */
async function keptFirst(url, request) {
  return (await find(url)) ?? fetch(request);
}

/** The page itself, which another build may have changed, or another program that has the port now. */
async function networkFirst(url, request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await find(url);
    if (found) return found;
    throw error;
  }
}
