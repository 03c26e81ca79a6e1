// Keeps all the pages need, so that they open without a network. The name of the cache is made of
// the hashes of everything in it: another mustutor has another cache, and the old one goes.

self.addEventListener("install", (event) => {
  const kept = FILES.map((name) => new Request(name, { cache: "no-cache" }));
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(kept))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const NOW = [CACHE, SNAPSHOT];
  const old = (names) => names.filter((name) => name.startsWith(OURS) && !NOW.includes(name));
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(request, { ignoreSearch: true }))
      .then((found) => found ?? fetch(request).catch((problem) => instead(request, problem))),
  );
});

// What is only read is not kept: without a network its place is taken by the page that is.
function instead(request, problem) {
  const [code] = request.url.slice(self.registration.scope.length).split("/");
  if (request.mode !== "navigate" || !FILES.includes(`./${code}.html`)) throw problem;
  return Response.redirect(new URL(`${code}.html`, self.registration.scope));
}
