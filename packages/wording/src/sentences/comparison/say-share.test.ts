import type { SharedContent } from '@plimsoll/contracts/share';
import { expect, test } from 'vitest';
import { sayShare, sharedSentence } from './say-share.ts';

test('a link, which numbers regions, calls them so in its tables, charts and comparisons', () => {
  const [near, far] = [{ label: '1' }, { label: '?' }];
  const run = { kind: 'run', run: { ending: null, validity: null, summary: { byRegion: [near, far] } }, story: null, regions: [near] };
  expect(sayShare(run as unknown as SharedContent)).toMatchObject({
    run: { summary: { byRegion: [{ label: 'Region 1' }, { label: 'Region ?' }] } },
    regions: [{ label: 'Region 1' }],
  });
  const compared = { base: { runs: [] }, candidates: [{ runs: [], byRegion: [{ name: '2' }] }, { runs: [] }] };
  const comparison = { kind: 'comparison', comparison: compared } as unknown as SharedContent;
  expect(sayShare(comparison)).toMatchObject({ comparison: { candidates: [{ byRegion: [{ name: 'Region 2' }] }, {}] } });
});

test('a shared experiment that compared nothing says so, and its end stands beside it', () => {
  const shared = { kind: 'ab', comparisons: [], arms: ['old', 'new'], stateReason: 'Stopped after 0 runs of 4.' };
  expect(sharedSentence(shared as unknown as Parameters<typeof sharedSentence>[0])).toBe('Nothing was compared.');
});
