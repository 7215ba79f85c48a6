import { expect, test } from 'vitest';
import { auditSearchSchema, filterOf } from './audit-search.ts';

test('days are whole days of the reader, the last one counted', () => {
  const { from, to } = filterOf(auditSearchSchema.parse({ since: '2026-03-01', until: '2026-03-02' }));
  expect(from).toBe(new Date(2026, 2, 1).toISOString());
  expect(to).toBe(new Date(2026, 2, 3).toISOString());
});

test('filters of a URL that mean nothing are left out', () => {
  expect(filterOf(auditSearchSchema.parse({ who: '', what: 'No Such', since: 'yesterday', until: 7 }))).toEqual({});
});
