/** The worker process: ends on SIGINT, SIGTERM, or when the process that forked it is gone. */
import { maskedConfig, readConfig } from './config.ts';
import { openLog } from './log.ts';
import { startWorker } from './start-worker.ts';

const patienceMs = 8000;

const config = readConfig();
openLog(config.logLevel).info({ config: maskedConfig(config) }, 'configuration');
const worker = startWorker(config);

function end(): void {
  setTimeout(() => process.exit(1), patienceMs).unref();
  void worker.close().then(() => process.exit(0));
}
process.once('SIGINT', end);
process.once('SIGTERM', end);
process.once('disconnect', end);
// It may have gone while we loaded, and nobody tells us twice.
if (process.send !== undefined && !process.connected) end();
process.on('SIGINT', () => undefined);
await worker.online;
if (process.connected) process.send?.({ kind: 'started' });
