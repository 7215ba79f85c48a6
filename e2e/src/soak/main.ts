/**
 * `npm run soak -- --minutes 60 --every 60`: the scaled form under runs without end, with a fault every so many seconds, beginning with
 * the fault of number `--from`; with `--only clock` those with this word in their name. Ends with exit code 1 unless nothing was lost, nothing doubled and nothing leaked. The disk is filled where
 * we may mount a small one (as root); clocks are stepped where libfaketime is installed: the machine's own is left alone, others live by it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { faults } from './faults.ts';
import { openJournal } from './journal.ts';
import { openLedger } from './ledger.ts';
import { findLeftovers } from './leftovers.ts';
import { hasGrown, tellLife } from './life.ts';
import { startScaledStack } from './scaled-stack.ts';

const launchEveryMs = 7000;
const lookEveryMs = 5000;
const rowsEveryMs = 300_000;
/** Leftovers are put away within this: hints, streams, memory for late viewers. */
const quietMs = 75_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    every: { type: 'string', default: '60' },
    from: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});
const [minutes, every, from] = [Number(values.minutes), Number(values.every), Number(values.from)];
if (!(minutes > 0 && every > 0 && from > 0)) throw new Error('--minutes, --every and --from take a number above 0.');

const say = (text: string) => process.stdout.write(`${text}\n`);
const stack = await startScaledStack();
if (!stack.fillDisk) say('A full disk is left out: only root may mount a small one.');
if (!stack.clocks) say('Stepped clocks are left out: libfaketime is not installed.');
const journal = openJournal();
const ledger = openLedger(stack, journal);
const processes = [...stack.apis, ...stack.workers];
const rowsBefore = await stack.postgres.countRows();
const endsAt = performance.now() + minutes * 60_000;
const running = () => performance.now() < endsAt;
const launches: Promise<void>[] = [];

async function launch(): Promise<void> {
  for (let round = 0; running(); round += 1) {
    launches.push(ledger.launch(round));
    await sleep(launchEveryMs);
  }
}

async function strike(): Promise<void> {
  const left = faults.filter(
    ({ name }) => name.includes(values.only) && (stack.fillDisk || !name.includes('disk')) && (stack.clocks || !name.includes('clock')),
  );
  for (let round = 0; running(); round += 1) {
    await sleep(every * 1000);
    const fault = left[(from - 1 + round) % left.length];
    if (!running() || !fault) return;
    say(`${journal.second(performance.now())} s  ${fault.name}`);
    await journal.note(fault, () => fault.strike(stack, round));
  }
}

const lookAtAll = () => Promise.all(processes.map((each) => each.look()));

async function look(): Promise<void> {
  for (; running(); await sleep(lookEveryMs)) await lookAtAll();
}

async function tellRows(): Promise<void> {
  for (let told = performance.now(); running(); await sleep(1000)) {
    if (performance.now() - told < rowsEveryMs) continue;
    told = performance.now();
    const rows = await stack.postgres.countRows().catch(() => null);
    if (rows) say(`${journal.second(told)} s  rows: ${JSON.stringify(rows)}`);
  }
}

try {
  await Promise.all([launch(), strike(), look(), tellRows()]);
  await Promise.all(launches);
  const account = await ledger.settle();
  for (const quiet = performance.now(); performance.now() - quiet < quietMs; await sleep(lookEveryMs)) await lookAtAll();
  const { leaked, perRun } = await findLeftovers(stack, rowsBefore, account.runs);
  const lives = processes.flatMap((each) => each.lives());
  const states = Object.entries(account.states).map(([state, runs]) => `${runs} ${state}`);
  say(`\n${account.runs} runs: ${states.join(', ')}`);
  for (const life of lives) say(tellLife(life));
  say(perRun);
  for (const remark of [...account.remarks, ...leaked]) say(remark);
  const leaks = lives.filter(hasGrown).length + leaked.length;
  say(`\nsoak: ${account.lost} lost, ${account.doubled} doubled, ${leaks} leaked`);
  process.exitCode = account.lost + account.doubled + leaks === 0 ? 0 : 1;
} finally {
  await stack.close();
}
process.exit();
