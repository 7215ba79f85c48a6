/**
 * `npm run interop`: our gRPC client against grpc-go's interop server and examples. Builds them with Go, once, into node_modules/.cache;
 * from then on `npm test` holds the client against them, too. Skips with a line where there is no Go. `--build`: builds alone.
 */
import { spawnSync } from 'node:child_process';
import { buildGrpcGo } from '@plimsoll/testbed/servers/grpc-go';

const skipped = buildGrpcGo();
if (skipped) process.stdout.write(`Skipped: ${skipped}\n`);
else if (!process.argv.includes('--build')) {
  const args = ['run', '--project', 'engine on wire', 'packages/engine/test/grpc-interop.test.ts'];
  process.exitCode = spawnSync('vitest', args, { stdio: 'inherit' }).status ?? 1;
}
