/** Writes the agent as one file beside the web, where everybody can fetch it: `/plimsoll-agent.mjs`. Argument: where the web is built to; absent, its `dist`. */
import { fileURLToPath } from 'node:url';
import { bundleAgent } from './bundle-agent.ts';

await bundleAgent(process.argv[2] ?? fileURLToPath(new URL('../dist/', import.meta.url)));
