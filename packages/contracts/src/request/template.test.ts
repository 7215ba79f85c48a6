import { issueSentence, refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { describe, expect, test } from 'vitest';
import { issueText } from '../api/refusal.ts';
import { type PlanInput, planSchema } from '../plan/plan.ts';
import { parsePlanYaml, planToYaml } from '../plan/plan-yaml.ts';
import { parseRows } from './data-rows.ts';
import { parseJsonPath, valueAtPath } from './json-path.ts';
import { parseTemplate } from './template.ts';

const planOf = (target: Partial<PlanInput['target']>, rest: Partial<PlanInput> = {}) =>
  planSchema.safeParse({
    version: 1,
    name: 'x',
    target: { url: 'http://127.0.0.1/', method: 'POST', ...target },
    load: { model: 'closed', connections: 1, requests: 1 },
    ...rest,
  });
const sentences = (parsed: ReturnType<typeof planOf>) =>
  (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('/')}: ${issueSentence(issueText(issue))}`);

describe('templates', () => {
  test('are text, generators and fields of the row', () => {
    expect(parseTemplate('a {{ uuid }}/{{randomInt -5 9}}{{row.user_id}}')).toEqual([
      { kind: 'text', text: 'a ' },
      { kind: 'uuid' },
      { kind: 'text', text: '/' },
      { kind: 'randomInt', low: -5, high: 9 },
      { kind: 'row', column: 'user_id' },
    ]);
  });

  test.each(['{{uuid', '{{a {{uuid}} }}', '{{randomInt 9 1}}', '{{randomInt 1}}', '{{}}'])('%s is refused', (text) => {
    expect(parseTemplate(text)).toHaveProperty('error');
    expect(sentences(planOf({ body: text })).join()).toContain('target/body');
  });

  test('may stand in the path, header values and body, and survive YAML', () => {
    const data = { format: 'csv', text: 'id,name\n1,"a ""b"""\n' } as const;
    const parsed = planOf(
      {
        url: 'http://127.0.0.1/u/{{row.id}}?n={{randomInt 1 9}}',
        headers: { 'X-Id': '{{uuid}}' },
        body: '{"name":"{{row.name}}","n":{{seq}}}',
      },
      { data },
    );
    if (!parsed.success) throw parsed.error;
    expect(parsePlanYaml(planToYaml(parsed.data), issueSentence)).toEqual({ plan: parsed.data });
  });

  test('may not choose the host, name a column that is not there, or want rows that are not there', () => {
    expect(sentences(planOf({ url: 'http://{{uuid}}.example/' })).join()).toContain('not in the host');
    expect(sentences(planOf({ body: '{{row.id}}' })).join()).toContain('needs data rows');
    const data = { format: 'csv', text: 'a,b\n1,2' } as const;
    expect(sentences(planOf({ body: '{{row.id}}' }, { data })).join()).toContain('It has a, b');
    expect(sentences(planOf({}, { data: { ...data, order: 'once' }, warmup: '1s' })).join()).toContain('warm-up');
  });

  test('a body is either written or generated', () => {
    expect(sentences(planOf({ body: 'a', bodyBytes: 5 })).join()).toContain('exclude each other');
    expect(sentences(planOf({ method: 'GET', bodyBytes: 5 })).join()).toContain('would be dropped');
    expect(sentences(planOf({}, { abortOnFail: true })).join()).toContain('no threshold');
  });
});

describe('data rows', () => {
  test('are read from CSV and JSON', () => {
    expect(parseRows({ format: 'csv', text: 'a,b\r\n"1,5","say ""hi"""\r\n,\n' })).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1,5', 'say "hi"'],
        ['', ''],
      ],
    });
    expect(parseRows({ format: 'json', text: '[{"a":1,"b":"x"},{"b":null,"a":{"c":2}}]' })).toEqual({
      columns: ['a', 'b'],
      rows: [
        ['1', 'x'],
        ['{"c":2}', 'null'],
      ],
    });
  });

  test.each([
    ['csv', '', /empty|no rows/],
    ['csv', 'a,b\n', /no rows/],
    ['csv', 'a,b\n1\n', /Line 2 of the data has 1 fields/],
    ['csv', '\ufeffa\n1', /byte order mark/],
    ['csv', 'a,a\n1,2', /twice/],
    ['csv', 'a b\n1', /column name/],
    ['csv', 'a\n"1', /quote/],
    ['csv', 'a\n1"2', /quote/],
    ['json', '[]', /no rows/],
    ['json', '{}', /list of objects/],
    ['json', '[1]', /list of objects/],
    ['json', '[{"a":1},{"b":1}]', /Row 2/],
    ['json', 'nope', /not valid JSON/],
  ] as const)('%s %j is refused', (format, text, sentence) => {
    const parsed = parseRows({ format, text });
    expect('error' in parsed ? refusalSentence(parsed.error) : '').toMatch(sentence);
  });
});

test('a JSON path names one place', () => {
  expect(parseJsonPath(`$.a[0]['odd name']["x"]`)).toEqual(['a', 0, 'odd name', 'x']);
  expect(['a', '$..a', '$.a[*]', '$.', '$[-1]'].map(parseJsonPath)).toEqual([null, null, null, null, null]);
  const root = { a: [{ b: null }], length: 3 };
  expect(valueAtPath(root, ['a', 0, 'b'])).toBeNull();
  expect(valueAtPath(root, ['a', 'length'])).toBeUndefined();
  expect(valueAtPath(root, ['toString'])).toBeUndefined();
  expect(valueAtPath(root, [])).toBe(root);
});
