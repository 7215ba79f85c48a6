import { compileCache } from '@plimsoll/programs/start-program';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst, measuringGroup } from './scripts/long-files-first.ts';
import { temporaryInMemory } from './scripts/temporary-in-memory.ts';

/** Tests start some hundred processes of the product: what one compiled, the next reads. */
process.env.NODE_COMPILE_CACHE ??= compileCache;
temporaryInMemory();

const hidden = ['**/node_modules/**', '**/dist/**'];

const simulations = ['packages/statistics/test/{coverage,duet,turns,planted,story,recorded,speed}.test.ts', 'scripts/**/*.test.ts'];
/** Properties and comparisons that compute for seconds: beside the unit tests, and too long for the quick check. */
const computing = [
  'packages/statistics/src/comparison/{compare,compare-together,deciding-series}.test.ts',
  'packages/statistics/src/**/{measured-run-codec,message-deltas,target-delta,request-deltas,bootstrap-arm,histogram,merge-samples,point,measure-latency,judge-limits}.test.ts',
  'packages/statistics/src/bootstrap/{coverage,together}.test.ts',
  'packages/statistics/src/experiment/{power,always-valid}.test.ts',
];
/** Unit tests that look at a clock or wait for a process: a busy machine can fail them, so they are not part of the quick check. */
const clocked = [
  'packages/engine/src/**/{machine-meter,timer-lane,response-parser,time-boxed-regex}.test.ts',
  'packages/contracts/src/resources/resource-file.test.ts',
  'packages/contracts/src/request/text-secrets-time.test.ts',
  'packages/import/src/script/k6-stages.test.ts',
  'packages/grpc/src/read-definition.test.ts',
  'workers/src/generator/dead-man-switch.test.ts',
  'workers/src/demo/{grpc,http}-demo.test.ts',
];
/** Each has a database of its own, and measures no time. */
const untimed = [
  'apps/api/test/**/!(live-readers|outage|api-killed|schedules-killed|probes|bounded-intake|hostile-servers|fairness).test.ts',
  'packages/store/test/!(runs).test.ts',
  'packages/queue/test/*.test.ts',
];
/** They start processes and wait for what becomes of them; how fast is not asked. */
const waiting = [
  'workers/test/{queue,shards,kill,together,turns,restart,experiment,experiment-lost,experiment-regions,outage,whole-run,stored-plans,finish-shard,experiment-floor,target-watch,pooled,spare-generator}.test.ts',
  'apps/{cli,standalone}/test/*.test.ts',
  'packages/postgres/test/*.test.ts',
  'apps/api/test/live/{outage,api-killed,probes}.test.ts',
  'apps/api/test/schedules/schedules-killed.test.ts',
];
/** Full length, or minutes of waiting for a verdict: by a command of their own, `npm run proof`. */
export const proofs = [
  'workers/test/{experiment-planted,together-planted,capacity-planted,streams-planted,interference,power,drill,regression}.test.ts',
  'apps/cli/test/{local-searches,pipelines,assistant-verdict}.test.ts',
  'apps/standalone/test/{point-in-time,traefik}.test.ts',
  'packages/engine/test/events/event-python.test.ts',
  'apps/api/test/auth/real-providers.test.ts',
  '{apps/api/test/team,packages/store/test}/archive-on-seaweedfs.test.ts',
  'workers/test/collector.test.ts',
];
/**
 * What depends on processes and browsers that share two cores is tried a second time before it counts as broken; the closing lines name
 * what needed it. A poll has the time of every other wait, not a second. `npm run chaos` and `npm run proof` try nothing twice.
 */
const amongOthers = { retry: 1, expect: { poll: { timeout: 30_000 } } };
/** They measure what slow targets can carry, though at a few hundred requests a second. */
const searchingJourney = 'e2e/src/{capacity,study}.test.ts';
const searchingExperiments = 'workers/test/experiment-kinds.test.ts';
/** What a page's load takes of the processor: the browser's processes keep both cores busy. */
const loading = 'e2e/src/loading.test.ts';
/** How much longer one caller waits beside others: nothing else may keep either waiting. */
const fairness = 'apps/api/test/runs/fairness.test.ts';
const engine = 'packages/engine/test/**/*.test.ts';
/** Times and what is compiled are measured in these. */
const timedEngine =
  'packages/engine/test/{times,grpc/grpc-times,events/event-times,websocket/websocket-times,jit-warm-up,jit-warm-up-stopped,tls}.test.ts';
/** Holds both clients beside each other by itself. */
const bothClients = 'packages/engine/test/parity.test.ts';
/** Waits for servers of grpc-go that Go builds first, where it is installed. */
const interop = 'packages/engine/test/grpc/grpc-interop.test.ts';
/** HTTP/2 and gRPC on our own sockets; undici's is Node's, and parity.test.ts holds it to ours. */
const wireAlone = 'packages/engine/test/{http2,grpc,websocket}/*.test.ts';
/** Tests of the loop, which is the same whatever client is in it: once is enough. */
const loopAlone = 'packages/engine/test/{turn-accounts,partitions,foreign-stream,together-loop}.test.ts';
/** They start processes of the product, which run what is built first, and ask for throwaway databases: one Postgres serves all of them. */
export const onProduct = { globalSetup: ['./scripts/build-programs.ts', './scripts/one-postgres.ts'] };
/** Files share what they import: a third less processor time, where no test changes a module for those after it. */
const shareModules = { isolate: false };
/** Four at once leave two cores busy: two thirds of the engine's time is waiting. vitest would start one. */
const sideBySide = { maxWorkers: 4, sequence: { groupOrder: 0 } };
/** Times are measured in these: nothing beside them. */
const timing = { ...amongOthers, maxWorkers: 1, sequence: { groupOrder: 1 } };
/** Loads are measured here, on engines and targets that wait for most of their time: two beside each other have a core each, nothing else. */
const measuring = { ...amongOthers, maxWorkers: 2, sequence: { groupOrder: measuringGroup } };
const searching = { ...measuring, testTimeout: 240_000, hookTimeout: 240_000 };
/**
 * Processes that wait for each other, and journeys that wait for what they look at: three files keep two cores busy, with few tests of each side
 * by side (`maxConcurrency`). With a fourth file, tests wait for each other.
 */
const mostlyWaiting = { ...amongOthers, maxWorkers: 3, sequence: { groupOrder: 2 } };

export default defineConfig({
  test: {
    reporters: ['default', './scripts/time-reporter.ts', './scripts/closing-line-reporter.ts'],
    sequence: { sequencer: LongFilesFirst },
    maxConcurrency: 3,
    projects: [
      'apps/web/vite.config.ts',
      {
        test: {
          name: 'unit',
          include: ['{packages/*,apps/api,apps/cli,apps/standalone,workers,bench}/src/**/*.test.ts'],
          exclude: [...hidden, ...computing, ...clocked],
          testTimeout: 20_000,
          hookTimeout: 60_000,
          ...shareModules,
          ...sideBySide,
        },
      },
      {
        test: {
          // Simulations that need the processor and nothing else: beside the unit tests, but not part of the quick check.
          name: 'simulation',
          include: [...simulations, ...computing],
          exclude: hidden,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...sideBySide,
        },
      },
      {
        test: {
          name: 'database',
          ...onProduct,
          include: untimed,
          exclude: [...hidden, ...proofs],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...amongOthers,
          ...shareModules,
          ...sideBySide,
        },
      },
      // The engine's whole suite, on each HTTP client: PLIMSOLL_TEST_CLIENT is what its harness plans with.
      ...['undici', 'wire'].flatMap((client) => [
        {
          test: {
            name: `engine on ${client}`,
            include: [engine],
            exclude: [...hidden, ...proofs, timedEngine, interop, ...(client === 'wire' ? [bothClients, loopAlone] : [wireAlone])],
            env: { PLIMSOLL_TEST_CLIENT: client },
            testTimeout: 90_000,
            hookTimeout: 90_000,
            ...amongOthers,
            ...shareModules,
            ...sideBySide,
          },
        },
        {
          test: {
            name: `times on ${client}`,
            include: [timedEngine],
            exclude: client === 'wire' ? hidden : [...hidden, wireAlone],
            env: { PLIMSOLL_TEST_CLIENT: client },
            testTimeout: 90_000,
            hookTimeout: 90_000,
            ...timing,
          },
        },
      ]),
      {
        test: {
          name: 'integration',
          ...onProduct,
          include: ['{packages/*,apps/*,workers,bench}/test/**/*.test.ts', ...clocked],
          exclude: [...hidden, ...simulations, ...untimed, ...waiting, ...proofs, searchingExperiments, fairness, engine],
          testTimeout: 90_000,
          hookTimeout: 90_000,
          ...measuring,
        },
      },
      {
        test: {
          name: 'waiting',
          ...onProduct,
          include: [...waiting, interop],
          exclude: [...hidden, ...proofs],
          testTimeout: 150_000,
          hookTimeout: 90_000,
          ...mostlyWaiting,
        },
      },
      {
        test: {
          name: 'e2e',
          ...onProduct,
          include: ['e2e/src/**/*.test.ts'],
          exclude: [...hidden, searchingJourney, loading],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          ...mostlyWaiting,
        },
      },
      { test: { name: 'fairness', ...onProduct, include: [fairness], testTimeout: 90_000, hookTimeout: 90_000, ...timing } },
      { test: { name: 'loading', ...onProduct, include: [loading], testTimeout: 240_000, hookTimeout: 240_000, ...timing } },
      { test: { name: 'e2e alone', ...onProduct, include: [searchingJourney], exclude: hidden, ...searching } },
      { test: { name: 'experiments alone', ...onProduct, include: [searchingExperiments], exclude: hidden, ...searching } },
    ],
  },
});
