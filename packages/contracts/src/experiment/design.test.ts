import { expect, it } from 'vitest';
import { planSchema } from '../plan/plan.ts';
import { chooseDesign, type DesignedExperiment } from './design.ts';

it('takes the names of this machine with one port for one target, and another port for another', () => {
  const load = { model: 'open', rate: 10, duration: '30s' };
  const chosen = (...urls: readonly string[]) => {
    const variants = urls.map((url) => ({ plan: planSchema.parse({ version: 1, name: 'p', target: { url }, load }) }));
    return chooseDesign({ kind: 'ab', variants, design: 'auto', repeats: 3 } as unknown as DesignedExperiment).design;
  };
  expect(chosen('http://localhost:8080/a', 'http://127.0.0.1:8080/b')).toBe('turns');
  expect(chosen('http://[::1]/', 'http://localhost/')).toBe('turns');
  expect(chosen('http://localhost:8080/', 'http://127.0.0.1:8081/')).toBe('together');
  expect(chosen('http://shop.example/', 'http://localhost/')).toBe('together');
});
