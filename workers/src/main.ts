/** Entry of the worker process. */
import { startProgram } from '@plimsoll/programs/start-program';

await startProgram(new URL('./run-worker.ts', import.meta.url));
