/** Once a page is drawn and nothing is under way, the rest of the web is fetched: for other pages, for menus and dialogs, and for when the API is away. */

/** A look without a file fetched since the one before it. */
const quietMs = 1_500;
let asked = false;

/** Once a page. Not where the reader saves data. */
export function fetchAhead(): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (asked || !import.meta.env.PROD || connection?.saveData) return;
  asked = true;
  whenQuiet(-1);
}

function whenQuiet(before: number): void {
  const files = performance.getEntriesByType('resource').length;
  const drawn = document.readyState === 'complete' && document.querySelector('[aria-busy="true"]') === null;
  if (!drawn || files !== before) setTimeout(whenQuiet, quietMs, files);
  else if ('requestIdleCallback' in window) requestIdleCallback(() => void fetchAll());
  else void fetchAll();
}

/** The service worker fetches and keeps them all. Where a browser allows none, as over plain HTTP, its cache of files has them. */
async function fetchAll(): Promise<void> {
  if ('serviceWorker' in navigator) return void (await navigator.serviceWorker.register('/service-worker.js').catch(() => undefined));
  const files: readonly string[] = await fetch('/files.json').then(
    (answer) => (answer.ok ? answer.json() : []),
    () => [],
  );
  document.head.append(...files.map((href) => Object.assign(document.createElement('link'), { rel: 'prefetch', href })));
}
