/** Entry of the operator's commands. */
import { startProgram } from '@plimsoll/programs/start-program';

await startProgram(new URL('./run-operator.ts', import.meta.url));
