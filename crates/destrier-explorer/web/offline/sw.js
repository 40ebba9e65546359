// Keeps the page for offline use. The build fills in the version and the files.
const SCOPE = self.registration.scope;
// Each folder of a host has its own caches.
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
      // Keep the latest old cache: open pages may still request its files.
      .then((names) => Promise.all(names.slice(0, -1).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET") return;
  const url = (origin + pathname).replace(/\/index\.html$/, "/");
  // Leave all other addresses to the browser.
  if (url.startsWith(page + "assets/")) event.respondWith(keptFirst(url, request));
  else if (kept.has(url)) event.respondWith(networkFirst(url, request));
});

/** Returns the caches of earlier builds, oldest first. */
async function oldCaches() {
  return (await caches.keys()).filter((name) => name.startsWith(OWN) && name !== CACHE);
}

async function find(url) {
  for (const name of [CACHE, ...(await oldCaches()).reverse()]) {
    const found = await caches.match(url, { cacheName: name });
    if (found) return found;
  }
}

/** Answers for a file with a hash in its name. */
async function keptFirst(url, request) {
  return (await find(url)) ?? fetch(request);
}

/** Answers for the page itself: a new build, or another program on the same port, may have replaced it. */
async function networkFirst(url, request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await find(url);
    if (found) return found;
    throw error;
  }
}
