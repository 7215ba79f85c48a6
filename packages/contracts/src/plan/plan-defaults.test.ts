import { issueSentence } from '@plimsoll/wording/refusal-sentence';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Plan, type PlanInput, planSchema } from './plan.ts';
import { planDefaults, withoutDefaults } from './plan-defaults.ts';
import { parsePlanYaml, planToYaml } from './plan-yaml.ts';

const url = 'https://127.0.0.1:8443/';
const least = { version: 1, name: 'least', target: { url } } as const;
const loads = [
  { model: 'closed', connections: 3, requests: 9 },
  { model: 'closed', stages: [{ to: 4, over: '5s' }] },
  { model: 'open', rate: 10, duration: '5s' },
  { model: 'open', stages: [{ to: 4, over: '5s' }] },
] as const satisfies PlanInput['load'][];

/** Draws a value of its own or, as often, nothing: then the schema's default stands. */
const maybe = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: undefined });
const request = {
  method: maybe(fc.constantFrom('GET', 'POST')),
  headers: maybe(fc.dictionary(fc.constantFrom('x-a', 'b'), fc.constantFrom('1', ''))),
};
const connection = fc.record({
  client: maybe(fc.constantFrom('undici', 'wire')),
  protocol: maybe(fc.constantFrom('http1', 'http2')),
  keepAlive: maybe(fc.boolean()),
  maxConnectionAge: maybe(fc.constantFrom(null, '9s')),
  tls: maybe(fc.record({ verify: maybe(fc.boolean()), serverName: maybe(fc.constantFrom(null, 'a.example')) })),
});
const target = fc.record({ url: fc.constant(url), ...request });
const requests = fc.array(
  fc.record({
    weight: maybe(fc.integer({ min: 1, max: 2 })),
    extract: maybe(fc.constantFrom({}, { id: { regex: 'a(b)' } }, { id: { regex: 'a(b)(c)', group: 2 } })),
    ...request,
  }),
  { minLength: 1, maxLength: 3 },
);
const input = fc.record({
  requested: fc.oneof(
    target.map((one) => ({ target: one })),
    requests.map((rows) => ({ requests: rows.map((row, index) => ({ ...row, name: `r${index}`, url })) })),
  ),
  said: fc.record({
    connection: maybe(connection),
    load: fc.oneof(
      fc.constantFrom(...loads),
      fc.record({
        model: fc.constant('open'),
        rate: fc.constant(5),
        duration: fc.constant('3s'),
        arrivals: maybe(fc.constantFrom('constant', 'poisson')),
        seed: maybe(fc.constantFrom(1, 7)),
        maxConnections: maybe(fc.constantFrom(100, 9)),
        maxQueued: maybe(fc.constantFrom(10_000, 0)),
      }),
    ),
    warmup: maybe(fc.constantFrom('0s', '2s')),
    timeout: maybe(fc.constantFrom('30s', '5s')),
    autoStop: maybe(fc.boolean()),
    data: maybe(
      fc.constantFrom(null, { format: 'csv', text: 'a\n1', order: 'roundRobin' }, { format: 'csv', text: 'a\n1', order: 'once' }),
    ),
    tags: maybe(fc.constantFrom({}, { build: '412' })),
    note: maybe(fc.constantFrom('', 'a note')),
  }),
});
const plan: fc.Arbitrary<Plan> = input
  .map(({ requested, said }) => planSchema.safeParse({ version: 1, name: 'drawn', ...requested, ...said }))
  .filter((parsed) => parsed.success)
  .map((parsed) => parsed.data as Plan);

/** Every place of a written value, the inner ones as well. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (value === null || typeof value !== 'object') return [];
  const steps = Array.isArray(value) ? [] : Object.keys(value).map((key) => [...path, key]);
  return [...steps, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, Array.isArray(value) ? Number(key) : key]))];
}

function without(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length > 0) copy[step as string] = without(copy[step as string], rest);
  else delete copy[step as string];
  return copy;
}

describe('the YAML of a plan', () => {
  it('reads back equal, and says nothing that the schema would fill in by itself', () => {
    fc.assert(
      fc.property(plan, (drawn) => {
        const text = planToYaml(drawn);
        expect(parsePlanYaml(text, issueSentence)).toEqual({ plan: drawn });
        const written: unknown = parse(text);
        for (const path of places(written)) {
          const parsed = planSchema.safeParse(without(written, path));
          if (parsed.success) expect(parsed.data, path.join('.')).not.toEqual(drawn);
        }
      }),
    );
  });

  it('adds nothing to a plan that says no more than it must', () => {
    for (const load of loads) {
      const given = { ...least, load };
      expect(parse(planToYaml(planSchema.parse(given)))).toEqual(given);
    }
  });
});

describe('a default', () => {
  const schemaOf = (size: number) =>
    z.strictObject({ name: z.string(), box: z.strictObject({ size: z.int().default(size), lid: z.boolean().default(true) }).prefault({}) });

  it('that changes in the schema changes what is left out', () => {
    const small = { name: 'a', box: { size: 1, lid: true } };
    expect(withoutDefaults(schemaOf(1), small)).toEqual({ name: 'a' });
    expect(withoutDefaults(schemaOf(2), small)).toEqual({ name: 'a', box: { size: 1 } });
  });

  it('is what the schema fills in', () => {
    const { plan: filled, load, request: plain } = planDefaults();
    const open = planSchema.parse({ ...least, load: { model: 'open', rate: 2, duration: '2s' } });
    expect({ ...filled, name: open.name, target: open.target, load: open.load }).toEqual(open);
    expect({ ...load, rate: 2, duration: '2s' }).toEqual(open.load);
    expect({ ...plain, name: 'r', url }).toEqual(
      planSchema.parse({ ...least, target: null, requests: [{ name: 'r', url }], load: loads[0] }).requests?.[0],
    );
  });
});
