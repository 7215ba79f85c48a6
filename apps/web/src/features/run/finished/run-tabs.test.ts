import type { Run } from '@plimsoll/contracts/run';
import { expect, it } from 'vitest';
import { listTabs } from './run-tabs.ts';

const tabs = (outcomes: object) =>
  listTabs({
    source: null,
    summary: { sent: 10, outcomes, errorRate: 1, grpc: { statuses: {}, messages: { sent: 0, received: 0 } } },
  } as unknown as Run);

it('calls have a tab of their times where something was answered', () => {
  expect(tabs({ response: 10 })).toContain('grpc');
  expect(tabs({ refused: 10 })).not.toContain('grpc');
});
