/** The promises of reliability and the tests that hold them: `npm run chaos` runs these. */

import type { Form } from '@plimsoll/testbed/rounds';

export interface HeldBy {
  readonly file: string;
  /** Beginning of the name of a test or of its `describe`; absent: all of the file. */
  readonly name?: string;
  /** It measures: nothing beside it. */
  readonly alone?: true;
}

export interface Promised {
  readonly id: string;
  readonly promise: string;
  /** The forms of the product it is held in one after the other; absent: the form makes no difference. */
  readonly forms?: readonly Form[];
  readonly heldBy: readonly HeldBy[];
  /** Full N is this script's: these lines of what it says are its figures, its exit code says whether the promise held. */
  readonly script?: { readonly file: string; readonly figures: RegExp };
}

const both: readonly Form[] = ['standalone', 'scaled'];

const kill = 'workers/test/kill.test.ts';
const outage = 'workers/test/outage.test.ts';
const runLife = 'packages/store/test/run-life.test.ts';
const policy = 'packages/engine/test/policy/policy.test.ts';
const viewers = 'workers/test/viewers.test.ts';

export const promises: readonly Promised[] = [
  {
    id: 'R1',
    forms: both,
    promise: 'kill −9 of a worker: no acknowledged sample is lost, none counted twice, over within 15 s, last request within 9 s',
    heldBy: [{ file: kill, name: 'kill -9 of a worker' }],
  },
  {
    id: 'R2',
    forms: both,
    promise: "kill −9 of a generator's parent: no generator alive after 2 s",
    heldBy: [{ file: kill, name: 'kill -9 of a worker' }],
  },
  {
    id: 'R3',
    forms: both,
    promise: 'a frozen worker: no two attempts overlap, at most a moment of load after a thaw past 8 s',
    heldBy: [
      { file: kill, name: 'a worker frozen' },
      { file: kill, name: 'worker and generator frozen' },
      { file: kill, name: 'a frozen worker' },
    ],
  },
  {
    id: 'R4',
    forms: ['scaled'],
    promise: 'Redis away in a run: it completes with every second; workers take runs again within 30 s',
    heldBy: [
      { file: outage, name: 'Redis away' },
      { file: 'packages/queue/test/load-queue.test.ts', name: 'consumes again' },
      { file: 'workers/test/queue.test.ts', name: 'a run whose hint is held' },
    ],
  },
  {
    id: 'R5',
    forms: ['scaled'],
    promise: 'FLUSHALL with runs queued: each starts exactly once, at most 30 s late',
    heldBy: [
      { file: outage, name: 'FLUSHALL' },
      { file: 'workers/test/queue.test.ts', name: 'FLUSHALL' },
    ],
  },
  {
    id: 'R6',
    forms: both,
    promise:
      'Postgres restarted: no second is missing, the run completes; away for 30 s, or packets to it lost for 25 s: silent within 9 s, control_lost, every acknowledged second kept',
    heldBy: [
      { file: outage, name: 'Postgres' },
      { file: 'apps/standalone/test/standalone.test.ts', name: 'our Postgres' },
    ],
  },
  {
    id: 'R7',
    forms: both,
    promise: 'kill −9 of the API in a run: the run does not notice; a chart is whole within 5 s of its restart, no gap, no double',
    heldBy: [
      { file: 'apps/api/test/live/api-killed.test.ts' },
      { file: 'apps/api/test/live/live.test.ts', name: 'watching a run resumes' },
    ],
  },
  { id: 'R8', promise: 'samples replayed in any order: totals identical', heldBy: [{ file: runLife, name: 'samples replayed' }] },
  {
    id: 'R9',
    promise: 'a hundred claims at once: one start',
    heldBy: [
      { file: runLife, name: 'of a hundred claims' },
      { file: 'packages/store/test/run-shards.test.ts', name: 'of a hundred claims' },
    ],
  },
  {
    id: 'R10',
    forms: both,
    promise: 'stop: the last request within 2 s, also with Redis down',
    heldBy: [{ file: outage, name: 'stop: ' }],
  },
  {
    id: 'R11',
    forms: both,
    promise:
      'no run is open 30 s past its hard deadline, also with no worker left (each round of R1 to R10 in a form is broken by such a run, too)',
    heldBy: [
      { file: kill, name: 'with every worker killed' },
      { file: 'apps/api/test/runs/long-runs.test.ts', name: 'with no worker left' },
    ],
  },
  {
    id: 'R12',
    promise:
      'Postgres and Redis frozen: /livez and /readyz answer within 200 ms; a wrong password, an untrusted certificate and a standby are told as such, and left when a server that writes is there',
    heldBy: [
      { file: 'apps/api/test/live/probes.test.ts' },
      { file: 'packages/queue/test/load-queue.test.ts', name: 'a Redis that refuses us' },
      { file: outage, name: 'a standby for a while' },
    ],
  },
  {
    id: 'W1',
    promise:
      'spellings of forbidden addresses by plan, redirect and rebound name: no connection at a forbidden listener (gRPC comes with gRPC)',
    heldBy: [{ file: 'packages/engine/test/policy/policy-addresses.test.ts' }, { file: policy, name: 'the target guard' }],
  },
  {
    id: 'W2',
    promise: 'a load that nobody answers stops by itself; of 50 starts at once under a cap of 5 exactly 5 are taken',
    heldBy: [
      { file: policy, name: 'auto-stop ends a load' },
      { file: 'packages/store/test/runs.test.ts', name: 'of fifty parallel starts' },
    ],
  },
  {
    id: 'W3',
    promise:
      'hostile targets: at most 150 MB more, no crash, the outcome is named; a stop ends the run within 5 s even if its generator hangs',
    heldBy: [
      { file: 'packages/engine/test/misbehaving.test.ts' },
      { file: 'packages/engine/test/hostile.test.ts' },
      { file: kill, name: 'a generator that no longer answers' },
    ],
  },
  { id: 'S1', promise: 'every route for every kind of caller: no wrong answer', heldBy: [{ file: 'apps/api/test/auth/access.test.ts' }] },
  {
    id: 'S2',
    promise: 'secret canaries: in no dump, log, stream, export, share or error',
    heldBy: [
      { file: 'apps/api/test/plans/secret-canaries.test.ts' },
      { file: 'apps/api/test/plans/secrets.test.ts' },
      { file: 'apps/api/test/share/share-allow-list.test.ts' },
    ],
  },
  {
    id: 'S3',
    promise: 'a revoked link answers 404 at once; a stream is cut within 5 s of the end of the right to watch',
    heldBy: [
      { file: 'apps/api/test/share/share-pages.test.ts', name: 'revoking' },
      { file: 'apps/api/test/live/live-readers.test.ts', name: 'a reader of a live run ends when' },
    ],
  },
  {
    id: 'S4',
    promise: 'whatever is sent: no answer of 500 or above, nobody is let in without asking',
    heldBy: [{ file: 'apps/api/test/http/fuzz.test.ts' }],
    script: { file: 'scripts/fuzz.ts', figures: /\d+ generated, .*/ },
  },
  {
    id: 'S5',
    promise:
      'a link for a new password or into a team ends with its reason: removal, role, password, address or team of its maker or person',
    heldBy: [{ file: 'apps/api/test/auth/links-end.test.ts' }],
  },
  {
    id: 'L1',
    forms: both,
    promise: '200 viewers of one run are told each second within 500 ms (p99), no gap, no double',
    heldBy: [
      { file: viewers, name: 'many viewers', alone: true },
      { file: 'apps/api/test/live/live-readers.test.ts', name: 'a reader of a live run is told', alone: true },
      { file: 'apps/api/test/live/live.test.ts', name: 'watching a run' },
    ],
  },
  {
    id: 'L2',
    forms: both,
    promise: '20 viewers that never read: an API takes at most 40 MB more, each is dropped within 35 s, and the others wait for nobody',
    heldBy: [
      { file: viewers, name: 'viewers that never read', alone: true },
      { file: 'apps/api/test/live/live-readers.test.ts', name: 'a reader of a live run drops' },
    ],
  },
  {
    id: 'F3',
    promise:
      'whatever a described server sends, or a name server does not: it is refused in time, and health of others answers within 200 ms',
    heldBy: [{ file: 'apps/api/test/http/hostile-servers.test.ts' }, { file: 'packages/network/test/apart-pool.test.ts' }],
  },
  {
    id: 'F1',
    promise:
      'one team asking all it can, or 300 strangers who read a link at once: a chart and a comparison of another team take at most three times as long as idle',
    heldBy: [{ file: 'packages/analysis/src/thread/turns.test.ts' }, { file: 'apps/api/test/runs/fairness.test.ts' }],
  },
  {
    id: 'O2',
    promise: 'with a long history nothing that is asked often reads all of it (times with a million runs: npm run proof:history)',
    heldBy: [{ file: 'packages/store/test/long-history.test.ts' }],
  },
  {
    id: 'F2',
    promise:
      "imports: no row for a second that has no data, the run as long as it was; a team's rows, seconds, megabytes and imports end with its day; at most 300 MB more; nobody's slow upload holds another up",
    heldBy: [
      { file: 'apps/api/test/runs/import-promise.test.ts' },
      { file: 'apps/api/test/runs/large-imports.test.ts', alone: true },
      { file: 'apps/api/test/http/slow-sockets.test.ts', name: 'uploads that do not go on' },
    ],
  },
  {
    id: 'N1',
    promise:
      'a message reaches its receiver at least once, under one id, also where its sender is killed between; a dead receiver holds up nobody else, and none leads inside',
    heldBy: [{ file: 'apps/api/test/tellings/deliveries.test.ts' }, { file: 'packages/store/test/tellings.test.ts' }],
  },
  { id: 'O1', promise: 'backed up, dropped, restored: checksums equal', heldBy: [{ file: 'packages/store/test/backup.test.ts' }] },
];
