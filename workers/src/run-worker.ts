/** The worker process: ends on SIGINT, SIGTERM, or when the process that forked it is gone. */
import { maskedConfig, readConfig, type WorkerConfig } from './config.ts';
import { openLog } from './log.ts';
import { startWorker } from './start-worker.ts';

const patienceMs = 8000;

const config = configuration();
openLog(config.logLevel).info({ config: maskedConfig(config) }, 'configuration');
const worker = startWorker(config);

/** What is wrong with a setting is told in one sentence. */
function configuration(): WorkerConfig {
  try {
    return readConfig();
  } catch (error) {
    process.stderr.write(`The worker cannot start: ${(error as Error).message}\n`);
    process.exit(1);
  }
}

function end(): void {
  setTimeout(() => process.exit(1), patienceMs).unref();
  void worker.close().then(() => process.exit(0));
}
/** Ends what it makes first, where it may take the time. */
function leave(): void {
  if (config.drainMs === 0) {
    end();
    return;
  }
  const hurry = new AbortController();
  process.once('SIGTERM', () => hurry.abort());
  void worker.drain(AbortSignal.any([AbortSignal.timeout(config.drainMs), hurry.signal])).then(end);
}
process.once('SIGINT', end);
process.once('SIGTERM', leave);
process.once('disconnect', end);
// It may have gone while we loaded, and nobody tells us twice.
if (process.send !== undefined && !process.connected) end();
process.on('SIGINT', () => undefined);
await worker.online;
if (process.connected) process.send?.({ kind: 'started' });
