import type { CapacityTry, Experiment, ExperimentRun } from '@plimsoll/contracts/experiment';
import { type Plan, planSchema } from '@plimsoll/contracts/plan';
import { TryResult } from '@plimsoll/pages/tries-table';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OrderStrip } from './order-strip.tsx';

const held: CapacityTry = { outcome: 'held', because: null, goodShare: 1, confirming: false, disturbed: null, counts: true };
const tries: readonly Partial<ExperimentRun>[] = [
  { passed: true, try: held },
  { passed: true, try: { ...held, outcome: 'broke', because: 'backlog' } },
  { passed: true, try: { ...held, disturbed: 'other_work', counts: false } },
  { passed: true, try: { ...held, outcome: 'limited', because: 'connections' } },
  // The longer run of an older version, whose generator was in doubt.
  { passed: true, validity: { stamp: 'invalid', reasons: [] } as unknown as ExperimentRun['validity'] },
  { passed: false },
];
const runs = tries.map((one, position) => ({
  position,
  variant: 0,
  runId: null,
  state: 'completed',
  validity: null,
  rate: 80,
  throughputPerSecond: 80,
  p99Us: 10_000,
  try: null,
  ...one,
})) as unknown as ExperimentRun[];
const demo = planSchema.parse({
  version: 1,
  name: 'demo',
  target: { url: 'http://127.0.0.1:1/' },
  load: { model: 'open', rate: 80, duration: '10s' },
});
const strip = (kind: Experiment['kind'], shown: readonly ExperimentRun[]) =>
  renderToStaticMarkup(
    <OrderStrip experiment={{ kind, variants: [{ name: 'demo', plan: demo }], runs: shown } as unknown as Experiment} />,
  );
const icons = (html: string) => [...html.matchAll(/tabler-icon-([\w-]+)/g)].map(([, name]) => name);
/** The strokes of all icons. */
const drawn = (html: string) => [...html.matchAll(/<path d="([^"]+)"/g)].map(([, strokes]) => strokes);

it('marks each try of a capacity search as the table does, and says the same of it', () => {
  const html = strip('capacity', runs);
  expect(icons(html)).toEqual(['check', 'x', 'alert-triangle', 'alert-triangle', 'check', 'x']);
  expect(drawn(html)).toEqual(runs.flatMap((run) => drawn(renderToStaticMarkup(<TryResult run={run} common={null} under={null} />))));
  expect(html).toContain('Run 3: at 80/s, Completed, held, disturbed by other work, repeated, 80/s');
  expect(html).toContain('<span aria-hidden="true">80/s</span>');
});

it('tells of each run of a sweep the values that it was made with, where they fit', () => {
  const [first] = runs as [ExperimentRun];
  const planOf = (connections: number, url = 'http://127.0.0.1:1/', keepAlive = true) =>
    planSchema.parse({
      version: 1,
      name: 'x',
      target: { url },
      connection: { keepAlive },
      load: { model: 'closed', connections, duration: '10s' },
    });
  const told = (plans: readonly Plan[]) => {
    const variants = plans.map((plan, at) => ({ name: `v${at}`, plan }));
    const shown = plans.map((_, variant) => ({ ...first, rate: null, try: null, variant }));
    const html = renderToStaticMarkup(<OrderStrip experiment={{ kind: 'sweep', variants, runs: shown } as unknown as Experiment} />);
    return {
      title: /<span class="soft small">([^<]+)/.exec(html)?.[1],
      chips: [...html.matchAll(/<span aria-hidden="true">([^<]+)/g)].map(([, text]) => text),
    };
  };
  expect(told([planOf(8), planOf(4)])).toEqual({ title: 'Connections', chips: ['8', '4'] });
  expect(told([planOf(8), planOf(8, undefined, false), planOf(4), planOf(4, undefined, false)])).toEqual({
    title: 'Keep-alive × Connections',
    chips: ['on × 8', 'off × 8', 'on × 4', 'off × 4'],
  });
  const far = 'http://a-host-with-a-long-name.example:8080/';
  expect(told([planOf(8), planOf(8, far)])).toEqual({ title: undefined, chips: ['1', '2'] });
});

it('marks a run of another experiment by whether its figures can be read', () => {
  const [first] = runs as [ExperimentRun];
  const doubted = { stamp: 'invalid', reasons: [] } as unknown as ExperimentRun['validity'];
  const others = [
    { state: 'completed' as const },
    { state: 'stopped' as const },
    { validity: doubted },
    { state: 'running' as const },
    { state: null },
  ];
  const shown = others.map((one) => ({ ...first, rate: null, passed: null, try: null, ...one }));
  expect(icons(strip('sweep', shown))).toEqual(['check', 'alert-triangle', 'alert-triangle', 'circle-dot', 'circle-dotted']);
});

it('tells of each run the time that its users wait for, where its variant makes streams only', () => {
  const [first] = runs as [ExperimentRun];
  const waiting = { metric: 'firstMessageTime.p95', us: 20_000 } as const;
  const shown = [0, 1, 0].map((variant, at) => ({ ...first, rate: null, try: null, variant, waiting: at < 2 ? waiting : null }));
  const target = { url: 'http://127.0.0.1:1/', stream: 'sse' };
  const mixed = [target, { url: target.url }];
  const variants = [
    { name: 'events', plan: { target, requests: null } },
    { name: 'mix', plan: { target: null, requests: mixed } },
  ];
  const html = renderToStaticMarkup(<OrderStrip experiment={{ kind: 'ab', variants, runs: shown } as unknown as Experiment} />);
  const labels = [...html.matchAll(/title="([^"]+)"/g)].map(([, label]) => label?.replaceAll('\u00a0', ' '));
  expect(labels.map((label) => label?.split(', ').at(-1))).toEqual(['p95 time to first message 20 ms', 'p99 10 ms', 'p99 10 ms']);
});
