import { type PlanInput, planSchema } from '@plimsoll/contracts/plan';
import { describe, expect, test } from 'vitest';
import { looseSlot } from '../../test/support/loose-slot.ts';
import { httpProtocol } from '../http/http-protocol.ts';
import type { HttpRequestSlot } from '../http/http-request-slot.ts';
import { http1Connections } from '../http1/http1-protocol.ts';
import { seededRandom } from '../pace/seeded-random.ts';
import { compileRequests } from '../protocol/protocol.ts';
import { createScenario } from './create-scenario.ts';

const url = 'http://127.0.0.1:8080/';
const closed = { model: 'closed', connections: 1, requests: 1 } as const;
const open = { model: 'open', rate: 1, duration: '1s' } as const;

function scenarioFor(rest: Partial<PlanInput>, partition = { index: 0, of: 1 }) {
  const plan = planSchema.parse({ version: 1, name: 'x', load: closed, ...rest });
  return createScenario({
    plan,
    requests: compileRequests(httpProtocol(http1Connections), plan, 'r'),
    partition,
    random: seededRandom(1),
    wallMs: () => 1234,
  });
}

const ways = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `r${n}`, url: `${url}${n}/{{seq}}` }));

describe('a mix', () => {
  test('sends by weight, numbers all requests and takes a row for each', () => {
    const [first, second] = ways(2);
    const requests = [
      { ...first, weight: 3 },
      { ...second, weight: 1, headers: { 'X-Row': '{{row.n}}' } },
    ] as PlanInput['requests'];
    const data = { format: 'csv', text: 'n\n10\n11\n12\n13\n14' } as const;
    const scenario = scenarioFor({ requests, data });
    const slot = looseSlot();
    const sent = Array.from({ length: 8 }, () => {
      expect(scenario.begin(slot)).toBe(true);
      return [slot.message.path, slot.request.name === 'r1' ? slot.message.headers.at(-1) : null];
    });
    expect(sent.map(([path]) => path)).toEqual(['/0/0', '/0/1', '/1/2', '/0/3', '/0/4', '/0/5', '/1/6', '/0/7']);
    expect([sent[2]?.[1], sent[6]?.[1]]).toEqual(['12', '11']);
  });

  test('is nearest to the whole over several partitions even when each is short', () => {
    const requests = ways(2) as PlanInput['requests'];
    const names = [0, 1].map((index) => {
      const slot = looseSlot();
      scenarioFor({ requests }, { index, of: 2 }).begin(slot);
      return `${slot.request.name} ${slot.message.path}`;
    });
    expect(names).toEqual(['r0 /0/0', 'r1 /1/1']);
  });
});

describe('a sequence', () => {
  const requests = ways(3) as PlanInput['requests'];
  const order = { requests, requestOrder: 'sequence' } as const;
  const step = (scenario: ReturnType<typeof scenarioFor>, slot: HttpRequestSlot) => (scenario.begin(slot) ? slot.message.path : null);

  test('is each slot’s own in a closed load, and begins anew after a failure or a rest', () => {
    const scenario = scenarioFor(order);
    const [a, b] = [looseSlot(), looseSlot()];
    expect([step(scenario, a), step(scenario, b)]).toEqual(['/0/0', '/0/1']);
    scenario.ended(a, false);
    expect(step(scenario, a)).toBe('/1/2');
    scenario.ended(b, true);
    expect(step(scenario, b)).toBe('/0/3');
    scenario.ended(a, false);
    scenario.ended(b, false);
    scenario.deactivated(b);
    expect([step(scenario, a), step(scenario, b)]).toEqual(['/2/4', '/0/5']);
    scenario.ended(a, false);
    expect(step(scenario, a)).toBe('/0/6');
  });

  test('goes on with the iteration that has waited longest in an open load, and never waits for one', () => {
    const scenario = scenarioFor({ ...order, load: open });
    const [a, b, c] = [looseSlot(), looseSlot(), looseSlot()];
    expect([step(scenario, a), step(scenario, b)]).toEqual(['/0/0', '/0/1']);
    const [iterationA, iterationB] = [a.iteration, b.iteration];
    scenario.ended(b, false);
    scenario.ended(a, false);
    expect([step(scenario, c), c.iteration === iterationB]).toEqual(['/1/2', true]);
    expect([step(scenario, b), b.iteration === iterationA]).toEqual(['/1/3', true]);
    expect(step(scenario, a)).toBe('/0/4');
  });

  test('has one row an iteration, and is used up when the rows are and each iteration is over', () => {
    const data = { format: 'csv', text: 'n\nx\ny', order: 'once' } as const;
    const withRows = requests?.map((request) => ({ ...request, url: `${request.url}/{{row.n}}` }));
    for (const load of [closed, open]) {
      const scenario = scenarioFor({ ...order, requests: withRows, data, load });
      const [a, b, c] = [looseSlot(), looseSlot(), looseSlot()];
      expect([step(scenario, a), step(scenario, b), step(scenario, c)]).toEqual(['/0/0/x', '/0/1/y', null]);
      scenario.ended(a, true);
      scenario.ended(b, false);
      if (load === closed) expect(step(scenario, a)).toBeNull();
      expect(scenario.usedUp).toBeNull();
      expect(step(scenario, b)).toBe('/1/2/y');
      scenario.ended(b, false);
      step(scenario, b);
      scenario.ended(b, false);
      expect([scenario.usedUp, step(scenario, a), scenario.maxRequests]).toEqual([2, null, Number.POSITIVE_INFINITY]);
    }
  });
});
