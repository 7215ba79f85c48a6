/** Entry of `npm start`, which builds what its processes run where that is older than its sources. */
import { freshBuild } from '@plimsoll/programs/program-build';
import { startProgram } from '@plimsoll/programs/start-program';

async function build(): Promise<void> {
  const { buildPrograms } = await import('@plimsoll/programs/build-programs');
  await buildPrograms();
}

if (!freshBuild()) {
  process.stdout.write('Building the programs, once…\n');
  // They run from their sources, too.
  await build().catch(({ message }: Error) =>
    process.stdout.write(`Each process takes longer to start, since they could not be built: ${message}\n`),
  );
}
await startProgram(new URL('./run-standalone.ts', import.meta.url));
