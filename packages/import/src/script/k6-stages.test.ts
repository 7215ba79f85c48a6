import type { ImportedCommand } from '@plimsoll/contracts/imported-command';
import { refusalSentence } from '@plimsoll/wording/refusal-sentence';
import { describe, expect, it } from 'vitest';
import { importCommand } from '../import-command.ts';
import { ImportError } from '../import-error.ts';

const url = 'http://127.0.0.1:9/';
const read = (text: string): ImportedCommand => importCommand({ text, url });
const scenario = (stages = 'stages') =>
  `export const options = { scenarios: { climb: { executor: 'ramping-arrival-rate', startRate: 0, timeUnit: '1s', preAllocatedVUs: 10000, stages${stages === 'stages' ? '' : `: ${stages}`} } } };`;

function refusalOf(text: string) {
  try {
    read(text);
  } catch (error) {
    if (error instanceof ImportError) return error.refusal;
    throw error;
  }
  return null;
}

/** `to over`, for each stage. */
function stagesOf(text: string): string[] {
  const { load } = read(text).plan;
  return (load.stages ?? []).map(({ to, over }) => `${to} ${over}`);
}

/** Written out by hand, not by what is tested: the study of 503s. */
const climb = [
  ...['50 5s', '50 5s', '100 5s', '100 5s', '150 5s', '150 5s', '200 5s', '200 5s', '250 5s', '250 5s', '300 5s', '300 5s'],
  ...['350 5s', '350 5s', '400 5s', '400 5s', '450 5s', '450 5s', '500 5s', '500 5s', '550 5s', '550 5s', '600 5s', '600 5s'],
  ...['650 5s', '650 5s', '700 5s', '700 5s'],
];

describe('stages that a script makes', () => {
  it.each([
    [
      'a for loop',
      `const stages = [];
for (let t = 50; t <= 700; t += 50) {
  stages.push({ duration: '5s', target: t }); // climbs
  stages.push({ duration: '5s', target: t });
}
${scenario()}`,
    ],
    [
      'a while loop, after the options',
      `let stages = []; let t = 0; const [top, step] = [700, 50];
${scenario()}
while (true) { t += step; if (t > top) break; const one = { duration: \`\${step / 10}s\`, target: t }; stages.push(one, { ...one }); }`,
    ],
    [
      'for … of a list',
      `const stages = [];
for (const hundred of [0, 1, 2, 3, 4, 5, 6, 7]) for (const t of [hundred * 100, hundred * 100 + 50]) {
  if (t === 0 || t > 700) continue;
  stages.push({ duration: '5s', target: t }, { duration: '5s', target: t });
}
${scenario()}`,
    ],
    [
      'Array.from, and a helper that returns an expression',
      `const stair = (t, time = 5) => [{ duration: time + 's', target: t }, { duration: time + 's', target: t }];
${scenario('[].concat(...Array.from({ length: 14 }, (_, i) => stair((i + 1) * 50)))')}`,
    ],
    [
      'map and spread',
      `const rates = [...Array(14).keys()].map(i => 50 * (i + 1));
${scenario("rates.flatMap(function (target) { const duration = '5s'; return [{ target, duration }, { target, duration }]; })")}`,
    ],
    [
      'a function that builds the whole, and forEach',
      `import http from 'k6/http';
export const options = makeOptions({ from: 50, to: 700 });
function makeOptions({ from, to }) {
  var stages = [];
  for (var t = from; t <= to; t += from) [t, t].forEach((target) => stages.push({ target, duration: '5s' }));
  return { scenarios: { climb: { executor: 'ramping-arrival-rate', preAllocatedVUs: Math.max(1, 10000), stages } } };
}
export default function () { http.get('${url}'); }`,
    ],
    [
      'options that are filled in afterwards',
      `export let options = { scenarios: {} };
options.scenarios['climb'] = { executor: 'ramping-arrival-rate', preAllocatedVUs: 1e4, stages: [] };
for (let i = 1, big = true; i <= 28; i++) options.scenarios.climb.stages.push({ duration: '5s', target: (i % 2 === 0 ? i / 2 : (i + 1) / 2) * 50 });`,
    ],
    [
      'a list of pairs',
      `const pairs = Object.entries({ a: 0, b: 350 }).map(([, base]) => base); const stages = [];
for (const base of pairs) for (let t = base + 50; t <= base + 350; t += 50) { stages.push({ duration: '5s', target: t }); stages[stages.length] = { duration: '5s', target: t }; }
${scenario()}`,
    ],
  ])('are read as they are written out: %s', (_name, text) => {
    expect(stagesOf(text)).toEqual(climb);
    expect(read(text).plan.load).toMatchObject({ model: 'open', startRate: 0, maxConnections: 10_000 });
  });

  it('take the fallback of the environment', () => {
    const text = `const top = parseInt(__ENV.TOP || '100'); const stages = [];
for (let t = 50; t <= top; t += 50) stages.push({ duration: '5s', target: t });
${scenario()}`;
    expect(stagesOf(text)).toEqual(['50 5s', '100 5s']);
  });

  it.each([
    ['const top = Number(__ENV.TOP);', '__ENV.TOP'],
    ['const top = Math.round(Math.random() * 700);', 'Math.random()'],
    ['const top = new Date().getHours() * 50;', 'new Date().getHours()'],
    ['const top = Date.now() % 700;', 'Date.now()'],
    ["const top = http.get('http://127.0.0.1/top').json();", "http.get('http://127.0.0.1/top').json()"],
    ["const top = JSON.parse(open('./top.json'));", "JSON.parse(open('./top.json'))"],
    ['const top = process.exit(1);', 'process.exit(1)'],
    ["const top = (() => {}).constructor('return 1')();", "(() => {}).constructor('return 1')()"],
  ])('are refused where they are not constant: %s', (line, code) => {
    const text = `import http from 'k6/http';\nconst stages = [];\n${line}
for (let t = 50; t <= top; t += 50) stages.push({ duration: '5s', target: t });
${scenario()}`;
    const refused = refusalOf(text);
    expect(refused).toMatchObject({ code: 'script_not_written_out', values: { line: 3, code } });
    expect(refused && refusalSentence(refused)).toContain('Build a staircase');
  });

  it('are refused when a part of the script that cannot be known may have changed them', () => {
    const made = "const stages = [{ duration: '5s', target: 50 }];";
    expect(stagesOf(`${made} console.log(stages); ${scenario()}`)).toEqual(['50 5s']);
    expect(stagesOf(`${made} const data = new SharedArray('users', () => JSON.parse(open('u.json'))); ${scenario()}`)).toEqual(['50 5s']);
    expect(refusalOf(`${made} addStages(stages); ${scenario()}`)?.code).toBe('script_not_written_out');
    expect(refusalOf(`${made} if (__ENV.FAR) stages.push({ duration: '5s', target: 1500 }); ${scenario()}`)?.code).toBe(
      'script_not_written_out',
    );
    expect(refusalOf(`${made} const more = () => stages.push({}); call(more); ${scenario()}`)?.code).toBe('script_not_written_out');
    expect(refusalOf(`let top = 50; if (__ENV.FAR) { top = 1500; } ${scenario("[{ duration: '5s', target: top }]")}`)?.code).toBe(
      'script_not_written_out',
    );
  });

  it.each([
    ['while (true) {}'],
    ['for (;;) stages.push({ duration: "1s", target: 1 });'],
    ['for (const one of [1]) { let i = 0; do { i++; } while (i > 0); }'],
    ['const stages2 = Array.from({ length: 1e9 }, (_, i) => i);'],
    ['function f(n) { return f(n + 1) + f(n + 1); } for (const a of Array(1000)) f(0);'],
    ["let text = 'x'; for (let i = 0; i < 64; i++) text += text;"],
    ['let list = [1]; for (let i = 0; i < 64; i++) list = list.concat(list);'],
    ['let list = [1]; for (let i = 0; i < 64; i++) list = [list, list]; const text = JSON.stringify(list);'],
  ])('are refused soon when the script goes on without end: %s', (line) => {
    const begun = performance.now();
    const refused = refusalOf(`const stages = [];\n${line}\n${scenario()}`);
    expect(performance.now() - begun).toBeLessThan(2000);
    expect(['script_too_long', 'script_field']).toContain(refused?.code);
  });

  it('are never made by running them', () => {
    const marked = globalThis as { ran?: boolean };
    for (const line of [
      'globalThis.ran = true;',
      'const f = () => { globalThis.ran = true; }; f();',
      'eval("globalThis.ran = true");',
      'Function("globalThis.ran = true")();',
    ])
      expect(stagesOf(`${scenario("[{ duration: '5s', target: 50 }]")}\n${line}`)).toEqual(['50 5s']);
    expect(
      stagesOf(`const o = {}; o.__proto__ = { ran: true }; o.constructor = 1; ${scenario("[{ duration: '5s', target: 50 }]")}`),
    ).toEqual(['50 5s']);
    expect(marked.ran).toBeUndefined();
    expect(({} as { ran?: boolean }).ran).toBeUndefined();
  });

  it('count as var does: one name for the whole function', () => {
    const text = `const stages = []; for (var t = 50; t < 200; t += 50) {} stages.push({ duration: '5s', target: t }); ${scenario()}`;
    expect(stagesOf(text)).toEqual(['200 5s']);
  });
});

it('a request whose URL changes from one iteration to the next is not taken as a constant', () => {
  const text = `import http from 'k6/http'; let n = 0; export const options = { vus: 1, duration: '1s' };
export default function () { n += 1; http.get(\`http://127.0.0.1/\${n}\`); }`;
  expect(read(text).unmapped.map(({ flag }) => flag)).toEqual(['http']);
});
