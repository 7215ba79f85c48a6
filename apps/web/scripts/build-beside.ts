/**
 * Writes what stands beside the pages: the agent as one file, where everybody can fetch it (`/plimsoll-agent.mjs`), and the service worker
 * with its list of files. Argument: where the web is built to; absent, its `dist`.
 */
import { fileURLToPath } from 'node:url';
import { bundleAgent } from './bundle-agent.ts';
import { writeServiceWorker } from './write-service-worker.ts';

const dist = process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url));
await bundleAgent(dist);
await writeServiceWorker(dist);
