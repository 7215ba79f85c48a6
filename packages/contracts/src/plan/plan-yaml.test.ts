import { expect, test } from 'vitest';
import { lengthenYaml, parsePlanYaml } from './plan-yaml.ts';

const plan = `version: 1
name: mine
target:
  url: http://127.0.0.1/
load:
  model: closed
  connections: 1
  requests: 1
`;
/** The codes of what is wrong, each with its line. */
function codesOf(text: string): string[] {
  const read = parsePlanYaml(text, ({ message }) => message);
  return 'plan' in read ? [] : read.problems.map(({ line, message }) => `${line} ${message}`);
}

test.each([
  ['name: other', '9 yaml_key_twice'],
  [' note: x', '9 yaml_indent'],
  ['\tnote: x', '9 yaml_tab'],
  ['note: "x', '10 yaml_not_closed'],
  ['note: a: b', '9 yaml_colon'],
  ['note: @x', '9 yaml_first_sign'],
  ['note: "\\q"', '9 yaml_escape'],
  ['note: *none', '1 yaml_alias'],
  ['---\nversion: 1', '9 yaml_several'],
  ['note: 5', '9 needs_text'],
  ['tags: [a]', '9 needs_mapping'],
  ['checks: 5', '9 needs_list'],
  ['abortOnFail: often', '9 needs_yes_or_no'],
  ['errorStatuses: all', '9 one_of'],
  [`note: ${'x'.repeat(10_001)}`, '9 characters_most'],
  ['thresholds: [p99 < 250]', '9 threshold_time_unit'],
])('%j is refused by a code of ours, not by the parser or the schema in their own words', (line, problem) => {
  expect(codesOf(`${plan}${line}\n`)).toEqual([problem]);
});

test('figures are read as people type them, and stay refused where they could be two', () => {
  const open = (fields: string) =>
    `${plan.slice(0, plan.indexOf('load:'))}timeout: 10 sec\nload: { model: open, maxConnections: '1 000', ${fields} }\n`;
  const planOf = (text: string) => {
    const read = parsePlanYaml(text, ({ message }) => message);
    return 'plan' in read ? read.plan : read.problems;
  };
  expect(planOf(open("rate: '1,000/s', duration: 2 min"))).toMatchObject({
    timeout: '10s',
    load: { rate: 1000, duration: '2m', maxConnections: 1000 },
  });
  expect(planOf(open("startRate: '10,5', stages: [{ to: 60/min, over: 1 min }]"))).toMatchObject({
    load: { startRate: 10.5, stages: [{ to: 1, over: '1m' }] },
  });
  expect(codesOf(open("rate: '1,0000', duration: 2 min"))).toEqual(['6 needs_number']);
  const regions = "generators: [{ label: eu, n: '2' }, { label: us }]\n";
  expect(planOf(plan.replace('connections: 1', 'connections: 9') + regions)).toMatchObject({
    generators: [
      { label: 'eu', n: 2 },
      { label: 'us', n: 1 },
    ],
  });
  // Connections have no rate.
  expect(codesOf(`${plan}generators: 2/s\n`)).toEqual(['9 generators_whole']);
  expect(codesOf(`${plan}abortOnFail: '1'\n`)).toEqual(['9 needs_yes_or_no']);
});

test('a load is made longer and the rest of its text stays', () => {
  const lasting = plan.replace('requests: 1\n', 'duration: 2s # short\n# so it is\n');
  expect(lengthenYaml(lasting, { model: 'closed', duration: '10s' })).toBe(lasting.replace('2s', '10s'));
  const staged = plan.replace(
    '  connections: 1\n  requests: 1\n',
    '  stages:\n    - { to: 5, over: 1s }\n    - { to: 0, over: 1s } # down\n',
  );
  const stages = [5, 0].map((to) => ({ to, over: '5s' }));
  expect(lengthenYaml(staged, { model: 'closed', stages })).toBe(staged.replaceAll('1s', '5s'));
});

test('a missing field is named', () => {
  expect(codesOf('version: 1\n')).toEqual(['1 missing', '1 missing']);
  expect(codesOf(plan.replace('  model: closed\n', ''))).toEqual(['6 missing']);
});

test('a request of GraphQL without a name is called by its operation; any other needs one', () => {
  const requests = (...bodies: readonly string[]) =>
    `${plan.slice(0, plan.indexOf('target:'))}requests:\n${bodies
      .map((body) => `  - { url: http://127.0.0.1/graphql, method: POST, body: ${JSON.stringify(body)} }\n`)
      .join('')}${plan.slice(plan.indexOf('load:'))}`;
  const read = parsePlanYaml(requests('{"query": "query Orders { orders { id } }"}', '{"query": "mutation Pay { pay }"}'), () => '');
  expect('plan' in read && read.plan.requests?.map(({ name }) => name)).toEqual(['Orders', 'Pay']);
  expect(codesOf(requests('{"query": "{ orders { id } }"}'))).toEqual(['4 missing']);
  const twice = parsePlanYaml(requests('{"query": "query A { a }"}', '{"query": "query A { a }"}'), () => '');
  expect('plan' in twice && twice.plan.requests?.map(({ name }) => name)).toEqual(['A', 'A 2']);
});
