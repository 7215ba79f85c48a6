/** The worker process: ends on SIGINT, SIGTERM, or when the process that forked it is gone. */
import { tellIgnored } from '@plimsoll/settings/tell-ignored';
import { outageReason } from '@plimsoll/store/outage-reporter';
import { maskedConfig, readConfig, type WorkerConfig } from './config.ts';
import { openLog } from './log.ts';
import { prepareWorker } from './prepare-worker.ts';
import { type RunningWorker, startWorker } from './start-worker.ts';

const patienceMs = 8000;

const config = configuration();
const log = openLog(config.logLevel);
log.info({ config: maskedConfig(config) }, 'configuration');
tellIgnored(config.ignoredSettings, log);
const leaving = new AbortController();
let worker: RunningWorker | undefined;

/** One sentence says what is wrong with a setting. */
function configuration(): WorkerConfig {
  try {
    return readConfig();
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  process.stderr.write(`The worker cannot start: ${outageReason(error)}\n`);
  process.exit(1);
}

function end(): void {
  leaving.abort();
  if (!worker) process.exit(0);
  setTimeout(() => process.exit(1), patienceMs).unref();
  void worker.close().then(() => process.exit(0));
}
/** Ends what it makes first, where it may take the time. */
function leave(): void {
  if (config.drainMs === 0 || !worker) {
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
await prepareWorker(config, log, leaving.signal).catch(refuse);
worker = startWorker(config);
await worker.online;
if (process.connected) process.send?.({ kind: 'started' });
