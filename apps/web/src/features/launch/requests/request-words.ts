/** Words for the content of a request beside method and URL, for its closed fold. */
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { isBlankCheck, type RequestRow } from '../values/request-row.ts';
import { isBlank } from '../values/rows.ts';

export function requestHolds(row: RequestRow): string {
  const headers = row.headers.filter((header) => !isBlank.pair(header)).length;
  const checks = row.checks.filter((check) => !isBlankCheck(check)).length;
  const kept = row.extract.filter((one) => !isBlank.pair(one)).map(({ name }) => `{{${name}}}`);
  const words = [
    headers > 0 && launchWords.headerCount({ count: headers }),
    row.auth.kind !== 'none' && launchFormWords.authKind[row.auth.kind],
    row.body.kind !== 'none' && launchWords.withBody,
    row.stream && (typeof row.stream === 'string' ? row.stream : row.stream.as),
    kept.length > 2 ? launchFormWords.valueCount({ count: kept.length }) : kept.join(' '),
    checks > 0 && launchFormWords.checkCount({ count: checks }),
  ];
  return words.filter(Boolean).join(' · ') || launchFormWords.plain;
}

/** Places of a request's folded fields. */
export function detailPointers(pointer: string): string[] {
  return ['headers', 'auth', 'body', 'bodyBytes', 'bodyFile', 'stream', 'extract', 'checks'].map((field) => `${pointer}/${field}`);
}
