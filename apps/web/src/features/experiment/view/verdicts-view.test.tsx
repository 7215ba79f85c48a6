import type { Experiment } from '@plimsoll/contracts/experiment';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { NoiseView } from './verdicts-view.tsx';

it('says that later comparisons use the noise only where a plan keeps it', () => {
  const shown = (more: Partial<Experiment>) => {
    const experiment = { kind: 'aa', noiseFloor: 0.05, comparisons: [], variants: [], state: 'completed', planId: null, ...more };
    return renderToStaticMarkup(<NoiseView experiment={experiment as unknown as Experiment} />);
  };
  const kept = 'Later comparisons of this plan use it.';
  expect(shown({ planId: 'plan' })).toContain(kept);
  expect(shown({ planId: 'plan', state: 'stopped' })).not.toContain(kept);
  expect(shown({})).toContain('Changes under 5\u00a0% are noise here.');
  expect(shown({})).not.toContain(kept);
});
