/** `npm start`: everything on one machine with nothing but Node, ended by one Ctrl-C. */
import { existsSync, readFileSync } from 'node:fs';
import { readConfig } from './config.ts';
import { startStandalone } from './start-standalone.ts';

const patienceMs = 9500;

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`);
}

async function main(): Promise<void> {
  // A closed terminal must not end us in the middle.
  process.stdout.on('error', () => undefined);
  const config = readConfig();
  const stop = new AbortController();
  let signals = 0;
  const ask = () => {
    signals += 1;
    if (signals === 1) say('Stopping…');
    // A second Ctrl-C does not wait; the keeper still shuts Postgres down in order.
    if (signals > 2) process.exit(130);
    setTimeout(() => process.exit(1), patienceMs).unref();
    stop.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask);
  if (config.underNpm) endWithParent(ask);
  const standalone = await startStandalone(config, say, stop.signal);
  say(`Plimsoll is ready: ${standalone.url}   (Ctrl-C stops it)`);
  const asked = new Promise<null>((done) => {
    if (stop.signal.aborted) done(null);
    else stop.signal.addEventListener('abort', () => done(null));
  });
  const lost = await Promise.race([asked, standalone.lost]);
  if (lost) {
    process.stderr.write(`${lost.message}\n`);
    setTimeout(() => process.exit(1), patienceMs).unref();
  }
  await standalone.close();
  if (lost) process.exit(1);
}

/** npm, or the shell it runs us in, killed with `kill -9` cannot tell us; we would go on with nobody to stop us. */
function endWithParent(end: () => void): void {
  const before = lineage();
  const timer = setInterval(() => {
    if (lineage() === before) return;
    clearInterval(timer);
    end();
  }, 1000);
  timer.unref();
}

/** Our parent and, where the system tells, its parent: npm runs a script in a shell, which outlives npm. */
function lineage(): string {
  const stat = `/proc/${process.ppid}/stat`;
  const grandparent = existsSync(stat) ? readFileSync(stat, 'utf8').replace(/^.*\)/s, '').trim().split(' ')[1] : '';
  return `${process.ppid} ${grandparent}`;
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    if (error.name !== 'AbortError') process.stderr.write(`${error.message}\n`);
    process.exit(1);
  },
);
