import type { Summary } from '@plimsoll/contracts/summary';
import { expect, it } from 'vitest';
import { writeHtml } from '../page/write-html.ts';
import { ErrorGroups } from './error-groups.ts';

const page = (summary: Partial<Summary>) =>
  writeHtml(ErrorGroups, { summary: { requests: 1000, statuses: {}, errors: [], grpc: null, ...summary } as Summary, counted: {} });

it('says that there were no failures only where failures were counted and there were none', () => {
  expect(page({ failed: 0, errorRate: 0, outcomes: { response: 1000 } })).toContain('No failures.');
  expect(page({ failed: 0, errorRate: null, outcomes: { response: 1000 } })).not.toContain('No failures.');
});

it('counts the failures of which a file does not say what they were, beside those that it tells', () => {
  const outcomes = { response: 988, timeout: 12 };
  const errors: Summary['errors'] = [{ kind: 'timeout', count: 12, example: null }];
  const html = page({ failed: 162, errorRate: 0.162, outcomes, errors });
  expect(html).toMatch(/Timeout.*12 · 1\.20\s%.*Kind not recorded.*150 · 15\s%/s);
  expect(html).not.toContain('No failures.');
  expect(html).toContain('The file does not say which statuses the answers had.');
});
