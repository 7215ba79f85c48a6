/** What a request holds beside method and URL, in a few words for its closed fold. */
import type { TFunction } from 'i18next';
import { isBlankCheck, type RequestRow } from '../values/request-row.ts';
import { isBlank } from '../values/rows.ts';

export function requestHolds(row: RequestRow, t: TFunction): string {
  const headers = row.headers.filter((header) => !isBlank.pair(header)).length;
  const checks = row.checks.filter((check) => !isBlankCheck(check)).length;
  const kept = row.extract.filter((one) => !isBlank.pair(one)).map(({ name }) => `{{${name}}}`);
  const words = [
    headers > 0 && t('launch.headerCount', { count: headers }),
    row.auth.kind !== 'none' && t(`launchForm.authKind.${row.auth.kind}`),
    row.body.kind !== 'none' && t('launch.withBody'),
    kept.length > 2 ? t('launchForm.valueCount', { count: kept.length }) : kept.join(' '),
    checks > 0 && t('launchForm.checkCount', { count: checks }),
  ];
  return words.filter(Boolean).join(' · ') || t('launchForm.plain');
}

/** Places of a request's folded fields. */
export function detailPointers(pointer: string): string[] {
  return ['headers', 'auth', 'body', 'bodyBytes', 'bodyFile', 'extract', 'checks'].map((field) => `${pointer}/${field}`);
}
