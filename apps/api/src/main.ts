/** Entry of the API's process. */
import { startProgram } from '@plimsoll/programs/start-program';

await startProgram(new URL('./run-api.ts', import.meta.url));
