/** `--local`: a verdict and a search, each of a minute. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startHttpTarget } from '@plimsoll/testbed/http-target';
import { expect, test } from 'vitest';
import { command, emptyFolder } from './command.ts';

test('a candidate that takes twenty times as long is worse, 90, and every file of a comparison says so', async () => {
  const [fast, slow] = await Promise.all([2, 40].map((ms) => startHttpTarget((_, answer) => void setTimeout(() => answer.end('ok'), ms))));
  const cwd = emptyFolder();
  const names = ['ab.html', 'ab.json', 'ab.md', 'ab.csv', 'junit.xml'];
  const args = [
    'ab',
    '--local',
    '--base',
    `${fast?.url}/`,
    '--head',
    `${slow?.url}/`,
    '--rate',
    '50',
    '--max',
    '62s',
    ...names.flatMap((name) => ['--out', name]),
  ];
  const { code, out, err } = await command(args, { cwd });
  await Promise.all([fast?.close(), slow?.close()]);
  expect(code, out + err).toBe(90);
  expect(out).toMatch(/p50 .*Worse/);
  for (const name of names) expect(readFileSync(join(cwd, name), 'utf8').length, name).toBeGreaterThan(300);
});

test('targets that disturb each other are found by the first round, and take turns from then on', async () => {
  const askedMs = [0, 0];
  const pair = await Promise.all(
    [0, 1].map((at) =>
      startHttpTarget((_, answer) => {
        askedMs[at] = performance.now();
        const beside = performance.now() - (askedMs[1 - at] ?? 0) < 100;
        setTimeout(() => answer.end('ok'), beside ? 30 : 10);
      }),
    ),
  );
  const load = ['--rate', '40', '--duration', '20s', '--max', '100s', '--detect', '20%', '--json'];
  const { out, err } = await command(['ab', '--local', '--base', `${pair[0]?.url}/`, '--head', `${pair[1]?.url}/`, ...load], {
    cwd: emptyFolder(),
  });
  await Promise.all(pair.map(({ close }) => close()));
  const told = out
    .split('\n')
    .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as { event?: string; disturbed?: boolean }] : []));
  expect(
    told.filter(({ event }) => event === 'disturbance'),
    out + err,
  ).toMatchObject([{ disturbed: true }]);
  const { runs } = JSON.parse(out.trim().split('\n').at(-1) ?? '') as { runs: { turns: { pilot?: boolean } | null }[] };
  // Two of the first round, which is left out, and all of the others in turns.
  expect(runs.map(({ turns }) => turns?.pilot ?? false)).toEqual(runs.map((_, at) => at < 2));
  expect(runs.length).toBeGreaterThan(2);
});

test('two sides of one target take turns, so that one alone loads it', async () => {
  const seen = new Set<string>();
  const target = await startHttpTarget((request, answer) => {
    const side = request.url ?? '';
    seen.add(side);
    setTimeout(() => answer.end('ok'), side === '/slow' ? 30 : 2);
  });
  const load = ['--rate', '50', '--duration', '20s', '--max', '130s', '--json'];
  const { code, out, err } = await command(['ab', '--local', '--base', `${target.url}/fast`, '--head', `${target.url}/slow`, ...load], {
    cwd: emptyFolder(),
  });
  await target.close();
  expect(code, out + err).toBe(90);
  const { runs, power } = JSON.parse(out.trim().split('\n').at(-1) ?? '') as {
    runs: { turns: { sides: number; side: number; blockSeconds: number }; summary: { sent: number } }[];
    power: { detectable: number } | null;
  };
  for (const { turns } of runs) expect(turns).toMatchObject({ sides: 2, blockSeconds: 4 });
  expect(runs.filter(({ turns }) => turns.side === 0)).toHaveLength(runs.length / 2);
  expect(power?.detectable).toBeGreaterThan(0);
  expect(seen).toEqual(new Set(['/fast', '/slow']));
});

test('the search for the capacity finds the rate at which a target of one answer at a time breaks', async () => {
  let free = Promise.resolve();
  const narrow = await startHttpTarget((_, answer) => {
    free = free.then(() => new Promise((done) => setTimeout(done, 20))).then(() => void answer.end('ok'));
  });
  const args = [
    'capacity',
    `${narrow.url}/`,
    '--local',
    '--duration',
    '2s',
    '--start',
    '20',
    '--most',
    '80',
    '--precision',
    '0.5',
    '--json',
  ];
  const { code, out, err } = await command([...args, '--threshold', 'p(99) < 1s'], { cwd: emptyFolder() });
  await narrow.close();
  const last = JSON.parse(out.trim().split('\n').at(-1) ?? '') as { capacity: { rate: number } };
  expect(code, err).toBe(0);
  // 20 ms each: 50 a second at the very most.
  expect(last.capacity.rate).toBeGreaterThanOrEqual(20);
  expect(last.capacity.rate).toBeLessThanOrEqual(50);
});
