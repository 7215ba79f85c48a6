/**
 * `npm run soak -- --minutes 60 --every 60`: the scaled form under runs without end, with a fault every so many seconds, beginning with
 * the fault of number `--from`. Ends with exit code 1 unless nothing was lost, nothing doubled and nothing leaked. The disk is filled where
 * we may mount a small one (as root). The clock of the machine is never stepped: others live by it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import type { Life } from './kept-process.ts';
import { openLedger } from './ledger.ts';
import { startScaledStack } from './scaled-stack.ts';

const launchEveryMs = 7000;
/** What a process may hold more than when it was warm. */
const mostGrowth = { rssMb: 120, openFiles: 40 };

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, every: { type: 'string', default: '60' }, from: { type: 'string', default: '1' } },
});
const [minutes, every, from] = [Number(values.minutes), Number(values.every), Number(values.from)];
if (!(minutes > 0 && every > 0 && from > 0)) throw new Error('--minutes, --every and --from take a number above 0.');

const say = (text: string) => process.stdout.write(`${text}\n`);
const stack = await startScaledStack();
if (!stack.fillDisk) say('A full disk is left out: only root may mount a small one.');
const ledger = openLedger(stack);
const processes = [...stack.apis, ...stack.workers];
const begun = performance.now();
const endsAt = begun + minutes * 60_000;
const running = () => performance.now() < endsAt;
const launches: Promise<void>[] = [];

async function launch(): Promise<void> {
  for (let round = 0; running(); round += 1) {
    launches.push(ledger.launch(round));
    await sleep(launchEveryMs);
  }
}

async function strike(): Promise<void> {
  for (let round = 0; running(); round += 1) {
    await sleep(every * 1000);
    if (!running()) return;
    const fault = faults[(from - 1 + round) % faults.length];
    say(`${Math.round((performance.now() - begun) / 1000)} s  ${fault?.name}`);
    await fault?.strike(stack, round);
  }
}

async function look(): Promise<void> {
  for (; running(); await sleep(5000)) for (const each of processes) each.look();
}

const grown = ({ first, last }: Life) =>
  last.rssMb - first.rssMb > mostGrowth.rssMb || last.openFiles - first.openFiles > mostGrowth.openFiles;

try {
  await Promise.all([launch(), strike(), look()]);
  await Promise.all(launches);
  const account = await ledger.settle();
  for (const each of processes) each.look();
  const lives = processes.flatMap((each) => each.lives());
  const leaked = lives.filter(grown);
  say(
    `\n${account.runs} runs: ${Object.entries(account.states)
      .map(([state, runs]) => `${runs} ${state}`)
      .join(', ')}`,
  );
  for (const { name, seconds, first, last } of lives)
    say(
      `${name}, ${seconds} s: ${Math.round(first.rssMb)} → ${Math.round(last.rssMb)} MB, ${first.openFiles} → ${last.openFiles} open files`,
    );
  for (const remark of account.remarks) say(remark);
  say(`\nsoak: ${account.lost} lost, ${account.doubled} doubled, ${leaked.length} leaked`);
  process.exitCode = account.lost + account.doubled + leaked.length === 0 ? 0 : 1;
} finally {
  await stack.close();
}
process.exit();
