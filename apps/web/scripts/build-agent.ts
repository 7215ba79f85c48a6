/** Writes the agent as one file beside the web, where everybody can fetch it: `/plimsoll-agent.mjs`. */
import { fileURLToPath } from 'node:url';
import { bundleAgent } from './bundle-agent.ts';

await bundleAgent(fileURLToPath(new URL('../dist/', import.meta.url)));
