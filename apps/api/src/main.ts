/** Entry of the API's process. What an earlier start compiled is read back. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where NODE_COMPILE_CACHE names another place, that one stays.
enableCompileCache(fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url)));
// Not imported above: that would be compiled before the cache is on.
await import('./run-api.ts');
