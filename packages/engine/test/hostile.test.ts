import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Plan } from '@plimsoll/contracts/plan';
import { noteFigure } from '@plimsoll/testbed/rounds';
import { hostilities as all, endlessHttp2Heads, type Hostility, startHostile } from '@plimsoll/testbed/targets/hostile';
import { expect, test } from 'vitest';
import { planFor, testedClient } from './support/harness.ts';
import { startLoadsApart } from './support/loads-apart.ts';

const hostilities = testedClient === 'wire' ? all : all.filter((kind) => !endlessHttp2Heads.includes(kind));

/** A client that reads strictly ends a request early, any other waits for its timeout. No attack counts as an answer. */
const names = ['timeout', 'connect_timeout', 'closed_early', 'reset', 'protocol'];

function planAgainst(url: string, kind: Hostility): Plan {
  const connection = kind.startsWith('http2') ? { protocol: 'http2' as const, streams: 2 } : {};
  const isStream = kind.startsWith('stream');
  const checks = isStream ? [] : [{ jsonPath: { path: '$.ok', equals: true } }, { bodyContains: 'no such text' }];
  // The cost of a body grows as long as it is read.
  const [connections, timeout] = kind === 'bodyInSingleBytes' ? [8, '3s'] : [2, '500ms'];
  const load = { model: 'closed' as const, connections, duration: '60s' };
  return planFor(url, load, { timeout, connection, checks, autoStop: false, target: isStream ? { stream: 'sse' } : {} });
}

test('targets that attack their client get it to name an outcome, take little of its memory, and a stop ends each load at once', async () => {
  const targets = await startHostile();
  const plans = Object.fromEntries(hostilities.map((kind) => [kind, planAgainst(targets.url(kind), kind)]));
  const loads = startLoadsApart(plans);
  await loads.seconds(1);
  const ends = await loads.stop();
  await targets.close();

  for (const kind of hostilities) {
    const { reason, afterStopMs = -1, outcomes = {} } = ends[kind] ?? {};
    expect([kind, reason]).toEqual([kind, 'stopped']);
    expect(afterStopMs, `${kind} after the stop`).toBeGreaterThanOrEqual(0);
    expect(afterStopMs, `${kind} after the stop`).toBeLessThan(4000);
    noteFigure('W3', 'a load of a hostile target over after the stop, ms', afterStopMs);
    const named = Object.keys(outcomes).filter((outcome) => outcome !== 'cut_off');
    expect(named.length, `${kind} has an outcome`).toBeGreaterThan(0);
    for (const outcome of named) expect(names, kind).toContain(outcome);
  }
  const moreMegabytes = loads.moreBytes() / 2 ** 20;
  noteFigure('W3', 'memory beyond what it had before, MB', moreMegabytes);
  expect(moreMegabytes).toBeLessThan(150);
});

// node:http2 broke at one in some hundred of them, whenever the collector took a session before its stream (keep-session-handle.ts).
test.skipIf(testedClient !== 'undici')(
  'heads of HTTP/2 without an end do not break the process when what is left of them is collected',
  async () => {
    const targets = await startHostile();
    const child = fork(fileURLToPath(new URL('./support/unfinished-heads.ts', import.meta.url)), [targets.url('http2EndlessHead')], {
      execArgv: ['--expose-gc'],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH },
    });
    let said = '';
    child.stderr?.on('data', (piece) => (said += piece));
    const left = once(child, 'message').then(([count]) => count as number);
    left.catch(() => undefined);
    expect(await once(child, 'exit'), said.slice(0, 2000)).toEqual([0, null]);
    expect(await left).toBeGreaterThan(50);
    await targets.close();
  },
);
