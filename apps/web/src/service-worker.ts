/**
 * Lets the web open while the API is away: it keeps the page and its files, and gives them where the network has none. All else, as the
 * API's answers and shared pages, is none of its business. What the network answers always comes first, so nothing old is ever shown.
 */
export {};

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asking extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
declare const self: {
  addEventListener(name: 'install' | 'activate', act: (event: Lasting) => void): void;
  addEventListener(name: 'fetch', act: (event: Asking) => void): void;
  skipWaiting(): Promise<void>;
};
/** The files of this build, put in by `scripts/write-service-worker.ts`: another build is another worker. */
declare const FILES: readonly string[];
declare const BUILD: string;

const kept = `plimsoll-${BUILD}`;
const page = '/';

self.addEventListener('install', (event) => event.waitUntil(keep().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && isOfApp(pathname)) event.respondWith(answer(request, page));
  else if (pathname.startsWith('/assets/')) event.respondWith(answer(request, request.url));
});

/** The API has pages of its own, and a shared page is its share. */
const isOfApp = (path: string) => !/^\/(?:api|s)\/|\.[a-z0-9]{1,8}$/i.test(path);

/** One after the other: a page that is open asks for more urgent things. */
async function keep(): Promise<void> {
  const cache = await caches.open(kept);
  for (const file of FILES) await cache.add(new Request(file, { priority: 'low' }));
  const now = await fetch(page, { cache: 'no-store' });
  // In the midst of an upgrade the page may be of another build: the next worker keeps it with its files.
  const text = await now.clone().text();
  const asks = [...text.matchAll(/\/assets\/[\w.-]+/g)];
  if (!now.ok || !asks.every(([file]) => FILES.includes(file))) throw new Error('The page is of another build.');
  await cache.put(page, now);
}

async function forgetOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name !== kept) await caches.delete(name);
}

/** From the network; where it is silent, or a proxy says that the API is, from what is kept. */
async function answer(request: Request, name: string): Promise<Response> {
  let said = Response.error();
  try {
    said = await fetch(request);
    if (![502, 503, 504].includes(said.status)) return said;
  } catch {
    // No answer.
  }
  return (await caches.match(name)) ?? said;
}
