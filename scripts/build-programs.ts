/** Half of `npm run build`, and a global setup of vitest: the processes that tests start run what is built of the sources as they are now. */
import { buildPrograms } from '@plimsoll/programs/build-programs';

export const setup = buildPrograms;

if (import.meta.main) await buildPrograms();
