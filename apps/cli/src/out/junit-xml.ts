/** JUnit XML, as CI systems read it: a suite a run, a test a check. */
import type { Made } from '../result/made.ts';
import { type Check, listChecks } from './checks.ts';

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

/** What XML cannot hold is left out. */
function escaped(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go.
  const holdable = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return holdable.replace(/[&<>"']/g, (sign) => entities[sign] as string);
}

export function junitXml(made: Made): string {
  const first = made.kind === 'run' ? made.run : made.runs[0];
  return junitOf(listChecks(made), {
    at: first ? (first.startedAt ?? first.createdAt) : null,
    lengthMs: made.kind === 'run' ? (made.run.summary?.durationMs ?? 0) : 0,
  });
}

interface JunitFacts {
  readonly at: string | null;
  readonly lengthMs: number;
}

export function junitOf(checks: readonly Check[], { at, lengthMs }: JunitFacts = { at: null, lengthMs: 0 }): string {
  const suites = Map.groupBy(checks, ({ suite }) => suite);
  const body = [...suites].map(([name, own]) => {
    const of = counts(own);
    const stamp = at === null ? '' : ` timestamp="${at.slice(0, 19)}"`;
    return `  <testsuite name="${escaped(name)}" ${of} time="${(lengthMs / 1000).toFixed(3)}"${stamp}>\n${own.map(testcase).join('')}  </testsuite>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Plimsoll" ${counts([...suites.values()].flat())}>\n${body.join('')}</testsuites>\n`;
}

function counts(checks: readonly Check[]): string {
  const failures = checks.filter(({ failure }) => failure !== null).length;
  const skipped = checks.filter((check) => check.skipped !== undefined).length;
  return `tests="${checks.length}" failures="${failures}" errors="0" skipped="${skipped}"`;
}

function testcase({ suite, name, failure, skipped }: Check): string {
  const inner =
    failure !== null
      ? `<failure message="${escaped(failure)}">${escaped(failure)}</failure>`
      : skipped !== undefined
        ? `<skipped message="${escaped(skipped)}"/>`
        : '';
  return `    <testcase classname="${escaped(suite)}" name="${escaped(name)}">${inner}</testcase>\n`;
}
