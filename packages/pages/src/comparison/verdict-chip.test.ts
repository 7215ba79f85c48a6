import { createElement as h } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { VerdictChip } from './verdict-chip.ts';

test('beside its sentence a verdict keeps its icon and leaves the word that the sentence begins with to it', () => {
  const drawn = (verdict: 'not_enough_evidence' | 'no_difference' | 'worse', besideSentence: boolean) =>
    renderToStaticMarkup(h(VerdictChip, { verdict, up: true, besideSentence }));
  for (const [verdict, word] of [
    ['not_enough_evidence', 'Undecided'],
    ['no_difference', 'No difference'],
  ] as const) {
    expect(drawn(verdict, false)).toContain(word);
    expect(drawn(verdict, true)).toContain('<svg');
    expect(drawn(verdict, true)).not.toContain(word);
  }
  // Its sentence tells what moved: slower, at which percentile.
  expect(drawn('worse', true)).toContain('Worse');
});
