import type { Arm, Candidate, ComparisonResult } from '@plimsoll/contracts/comparison';
import type { MetricDelta, Verdict } from '@plimsoll/contracts/verdict';
import { expect, it } from 'vitest';
import { comparisonSentence, namedArms, namedVariants, saidOfArms, sentenceOfArms, valuesOfArms } from './named-arms.ts';

const armOf = (name: string) => ({ runs: [{ name }] }) as unknown as Arm;
const candidateOf = (name: string, verdict: Verdict, p99: number) => {
  const metric = { metric: 'p99', base: 100, candidate: p99, delta: p99 - 100, deltaRelative: p99 / 100 - 1, verdict } as MetricDelta;
  const comparability = { grade: 'same', differences: [], sentence: '' };
  return { ...armOf(name), metrics: [metric], comparability, sentence: `About ${name}.` } as unknown as Candidate;
};
const unlike = (candidate: Candidate): Candidate => {
  const differences = ['load.rate', 'target.url'].map((field) => ({ field, base: 'a', candidate: 'b', kind: 'plan' as const }));
  return { ...candidate, comparability: { grade: 'not_like_with_like', differences, sentence: '', code: null } };
};
const comparisonOf = (base: string, ...candidates: Candidate[]) =>
  ({ base: armOf(base), candidates, noiseFloor: 0.03, minimumEffect: 0.05 }) as unknown as ComparisonResult;

it('two arms are base and candidate, and the sentence is what is said of the candidate', () => {
  const arms = namedArms(comparisonOf('checkout', candidateOf('checkout', 'worse', 150)));
  expect([arms.base, ...arms.candidates].map(({ name }) => name)).toEqual(['Base', 'Candidate']);
  expect(arms).toMatchObject({ noiseFloor: 0.03, minimumEffect: 0.05 });
  expect(sentenceOfArms(arms)).toBe('Slower: p99 +50.0\u00a0%.');
});

it('several go by the names of their plans, with a letter where two are the same', () => {
  const arms = namedArms(comparisonOf('raw', candidateOf('raw', 'no_difference', 100), candidateOf('ORM', 'worse', 180)));
  expect([arms.base, ...arms.candidates].map(({ name }) => name)).toEqual(['A · raw', 'B · raw', 'C · ORM']);
  expect(sentenceOfArms(arms)).toBe('Against A · raw: B · raw no difference, C · ORM slower (p99 +80.0\u00a0%).');
  expect(valuesOfArms(arms, 'p99')).toEqual([100, 100, 180]);
  expect(valuesOfArms(arms, 'p50')).toEqual([null, null, null]);
});

it("an experiment's arms go by the names of their variants; before there is a comparison there are none", () => {
  const kept = [2, 1].map((variant) => ({ variant, result: comparisonOf('plan', candidateOf('plan', 'better', 50)) }));
  const arms = namedVariants(kept, ['raw', 'ORM', 'cached']);
  expect(arms && [arms.base, ...arms.candidates].map(({ name }) => name)).toEqual(['raw', 'cached', 'ORM']);
  expect(arms && sentenceOfArms(arms)).toBe('Against raw: cached faster (p99 −50.0\u00a0%), ORM faster (p99 −50.0\u00a0%).');
  expect(namedVariants([], ['raw'])).toBeNull();
});

it('what cannot be compared gets no verdict in its headline, also where one was kept; an experiment chose what differs', () => {
  const kept = (...candidates: Candidate[]) => ({ ...comparisonOf('raw', ...candidates), sentence: 'Worse: p99 +80.0\u00a0%.' });
  const like = candidateOf('ORM', 'worse', 180);
  expect(comparisonSentence(kept(like))).toBe('ORM is slower: p99 +80.0\u00a0%.');
  expect(comparisonSentence(kept(unlike(like)))).toBe('Not comparable: requests and load differ.');
  expect(comparisonSentence(kept(unlike(candidateOf('new', 'worse', 180)), like))).toBe(
    'Against raw: new not comparable, ORM slower (p99 +80.0\u00a0%).',
  );
  const variants = namedVariants([{ variant: 1, result: comparisonOf('raw', unlike(like)) }], ['raw', 'ORM']);
  expect(variants && sentenceOfArms(variants)).toBe('ORM is slower: p99 +80.0\u00a0%.');
});

it('what makes a better one suspect is told beside the headline, of several behind its name', () => {
  const suspect = { ...candidateOf('ORM', 'better', 50), doubts: [{ kind: 'sizes' as const, base: 197, candidate: 20 }] };
  const said = (...candidates: Candidate[]) => saidOfArms(namedArms(comparisonOf('raw', ...candidates)));
  const doubt = 'Suspect: an answer has 20 bytes (base: 197).';
  expect(said(suspect)).toEqual({ headline: 'ORM is faster: p99 −50.0\u00a0%.', remarks: [doubt] });
  expect(said(suspect, candidateOf('cached', 'better', 50)).remarks).toEqual([`ORM: ${doubt}`]);
});

it('requests that failed at one side lead, however open the verdict on them is', () => {
  const failing = (share: number, verdict: Verdict = 'not_enough_evidence') => {
    const rate = { metric: 'errorRate', base: 0, candidate: share, delta: share, deltaRelative: share, verdict } as MetricDelta;
    const errors = [
      { kind: 'closed_early', change: 'new', base: 0, candidate: 2, baseShare: 0, candidateShare: 0.001 },
      { kind: 'connect_refused', change: 'new', base: 0, candidate: 541, baseShare: 0, candidateShare: 0.386 },
    ];
    return { ...candidateOf('new', 'worse', 180), metrics: [rate], errors, code: { refused: null, chosen: true } } as unknown as Candidate;
  };
  const said = (...candidates: Candidate[]) => saidOfArms(namedArms(comparisonOf('old', ...candidates)));
  const failed = 'Failed: 38.8\u00a0% at new, 0\u00a0% at old, most by connection refused.';
  expect(said(failing(0.388)).headline).toBe(`${failed} Undecided: 1 of 1 metrics needs more data.`);
  expect(said(failing(0.388), candidateOf('cached', 'better', 50)).remarks).toEqual([failed]);
  expect(said(failing(0.009)).headline).toBe('Undecided: 1 of 1 metrics needs more data.');
  expect(said(failing(0.388, 'worse')).headline).not.toContain('Failed');
});

it('several without a verdict have none in their headline: each reason once, that of a candidate behind its name', () => {
  const refused = (side: 'base' | 'candidate', name: string) => {
    const why = { kind: 'tooShort' as const, side, number: 1, seconds: 4, least: 10 };
    return { ...candidateOf(name, 'not_enough_evidence', 100), code: { chosen: true, refused: why } } as unknown as Candidate;
  };
  const said = (...candidates: Candidate[]) => sentenceOfArms(namedArms(comparisonOf('raw', ...candidates)));
  const of = (whose: string) => `Run 1 of the ${whose} has 4 measured seconds; at least 10 are needed for a verdict.`;
  expect(said(refused('base', 'ORM'), refused('base', 'cached'))).toBe(`No verdict. ${of('base')}`);
  expect(said(refused('candidate', 'ORM'), refused('base', 'cached'))).toBe(`No verdict. ORM: ${of('candidate')} ${of('base')}`);
  expect(said(refused('base', 'ORM'), candidateOf('cached', 'worse', 180))).toBe(
    'Against raw: ORM undecided, cached slower (p99 +80.0\u00a0%).',
  );
});
