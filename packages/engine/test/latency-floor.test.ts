import { expect, onTestFinished, test, vi } from 'vitest';
import { planFor } from './support/harness.ts';

const open = (duration: string) =>
  planFor('http://127.0.0.1:1/', { model: 'open', rate: 100, duration }, { connection: { protocol: 'http1' } });

async function fresh() {
  vi.resetModules();
  const { latencyFloor, measureFloorAhead } = await import('../src/threads/latency-floor.ts');
  const timed = async (duration: string) => {
    const fromMs = performance.now();
    const floor = await latencyFloor(open(duration));
    return { floor, tookMs: performance.now() - fromMs };
  };
  return { floorOf: latencyFloor, measureFloorAhead, timed };
}

test('a floor is measured for a second, or a twentieth of a shorter load, and leaves nothing open', async () => {
  const { timed } = await fresh();
  const listening = () => process.getActiveResourcesInfo().filter((kind) => kind.startsWith('TCP')).length;
  const before = listening();
  const short = await timed('2s');
  expect(short.tookMs).toBeGreaterThan(90);
  expect(short.tookMs).toBeLessThan(700);
  // Loopback answers in far less than 50 ms, and in no less than a microsecond.
  expect(short.floor?.p50Us).toBeGreaterThan(1);
  expect(short.floor?.p50Us).toBeLessThan(50_000);
  expect(short.floor?.p99Us).toBeGreaterThanOrEqual(short.floor?.p50Us ?? Number.NaN);
  expect(short.floor?.ageSeconds).toBe(0);
  expect((await (await fresh()).timed('60s')).tookMs).toBeGreaterThan(990);
  for (let tries = 0; tries < 40 && listening() > before; tries++) await new Promise((resolve) => setTimeout(resolve, 25));
  expect(listening()).toBe(before);
});

test('one that was measured ahead is told with its age, for a minute', async () => {
  const { timed, measureFloorAhead } = await fresh();
  await measureFloorAhead(open('1s'), new AbortController().signal);
  const now = performance.now();
  const clock = vi.spyOn(performance, 'now');
  clock.mockReturnValue(now + 40_000);
  expect((await timed('60s')).floor?.ageSeconds).toBe(40);
  clock.mockRestore();
  const later = vi.spyOn(performance, 'now').mockImplementation(() => Number(process.hrtime.bigint() / 1000n) / 1000 + 10_000_000);
  expect((await timed('2s')).floor?.ageSeconds).toBe(0);
  later.mockRestore();
});

test('a load that is ordered meanwhile waits for no floor', async () => {
  const { measureFloorAhead } = await fresh();
  const ordered = new AbortController();
  setTimeout(() => ordered.abort(), 50);
  const fromMs = performance.now();
  await measureFloorAhead(open('60s'), ordered.signal);
  expect(performance.now() - fromMs).toBeLessThan(500);
});

test('the floor of WebSockets is that of one message, however slowly the plan sends its own', async () => {
  const { floorOf, measureFloorAhead } = await fresh();
  const sending = (websocket: object) =>
    planFor(
      'ws://127.0.0.1:1/',
      { model: 'closed', connections: 2, duration: '60s' },
      { target: { websocket: { messages: ['hi'], ...websocket } }, connection: { protocol: 'websocket' } },
    );
  await measureFloorAhead(sending({}), new AbortController().signal);
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 40_000);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await floorOf(sending({ messagesPerConnection: 10, messageInterval: '100ms' })))?.ageSeconds).toBe(40);
});
