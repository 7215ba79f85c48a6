import { expect, test } from 'vitest';
import { parsePlanYaml } from './plan-yaml.ts';

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

test('a missing field is named', () => {
  expect(codesOf('version: 1\n')).toEqual(['1 missing', '1 missing']);
  expect(codesOf(plan.replace('  model: closed\n', ''))).toEqual(['6 missing']);
});
