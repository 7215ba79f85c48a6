/** Entry of the API's process. It reads back the code that an earlier start compiled. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Where it names another place, that one stays. Threads look for the variable, not for what this thread was told.
// biome-ignore lint/style/noProcessEnv: a variable of Node's own, for its threads
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url));
enableCompileCache();
// Not imported above: that would be compiled before the cache is on.
await import('./run-api.ts');
