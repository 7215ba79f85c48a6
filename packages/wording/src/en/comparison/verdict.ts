/** The words of comparisons: of one metric, of all of them, of a baseline, of a trend, and whether like is held against like. */
import { words } from '../../words.ts';

/** Follows a verdict where the noise between runs is not known. */
export const scopeWords = words('scope', { theseRuns: ', within these runs' });

export const verdictReasonWords = words('verdictReason', {
  tooShort: '{{metric}} was measured in too few seconds for an interval.',
  notInBoth: '{{metric}} was not measured in both arms.',
  notInFile: '{{metric}} is not in the file of an imported run.',
  sumOnly: '{{metric}} is a sum that another tool reported: without seconds it has no interval.',
  mixedTimes:
    '{{metric}} is not compared: one side was recorded by an older version or another tool, which timed failed answers together with good ones.',
  beyond: '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), wholly beyond {{limit}}{{scope}}.',
  maybeChance:
    '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), but among all the metrics compared that may be chance: run longer or repeat.',
  within: '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), wholly within ±{{limit}}{{scope}}.',
  across: '{{metric}}: {{change}}, but the 95 % interval {{low}} to {{high}} reaches across {{limit}}: run longer or repeat.',
});

export const headlineWords = words('headline', {
  trendChange: '{{metric}} went from {{before}} to {{after}} ({{change}}).',
  refused: 'Not enough evidence. {{reason}}',
  mixed: 'Mixed{{scope}}: worse in {{worse}}; better in {{better}}.',
  worse: 'Worse{{scope}}: {{metrics}}.',
  better: 'Better{{scope}}: {{metrics}}.',
  noDifference: 'No difference beyond {{limit}}{{scope}}.',
  nothingDecided: 'Not enough evidence: no metric is decided{{scope}}.',
  unproven_one: 'No change is proven{{scope}}; {{same}} of {{all}} metrics show no difference, {{open}} is undecided.',
  unproven_other: 'No change is proven{{scope}}; {{same}} of {{all}} metrics show no difference, {{open}} are undecided.',
  /** Follows the rest: messages of gRPC calls are judged apart. */
  messages: 'Of their messages {{found}}{{scope}}.',
  messagesWorse: 'worse in {{metrics}}',
  messagesBetter: 'better in {{metrics}}',
  andOthers: '{{metrics}} and others',
  moved: '{{metric}} {{change}}',
});

export const armRefusalWords = words('armRefusal', {
  base: 'The base run',
  candidate: 'The candidate run',
  oneOfBase: 'Run {{number}} of the base',
  oneOfCandidate: 'Run {{number}} of the candidate',
  invalid: '{{run}} is invalid: {{reason}}',
  sumsOnly: '{{run}} was imported from {{tool}} with sums only: without seconds there is no interval and no verdict.',
  tooShort_one: '{{run}} has {{count}} measured second; at least {{least}} are needed for a verdict.',
  tooShort_other: '{{run}} has {{count}} measured seconds; at least {{least}} are needed for a verdict.',
});

export const comparabilityWords = words('comparability', {
  same: 'Same plan, same kind of generator: like with like.',
  oneSetting: 'The runs differ in {{differences}} only.',
  unlike: 'Not like with like: the runs differ in {{differences}}, so a change cannot be put down to one of them.',
  mixedTimes:
    'One side was recorded by an older version or another tool, which timed failed answers together with good ones: times are not like with like, and not compared.',
  unknownPlace: 'Where they were generated is not known for both.',
  imported: 'Of an imported run only the target is known, not its load, its connections or its machine.',
  place: "generator's {{field}}",
  more: '{{list}} (and {{count}} more)',
});

/** A value of a plan where plans differ. */
export const differenceWords = words('difference', {
  none: 'none',
  text: '{{characters}} characters, #{{mark}}',
  bytes: '{{bytes}} bytes',
  file: '{{name}}, {{bytes}} bytes, #{{mark}}',
});

export const baselineVerdictWords = words('baselineVerdict', {
  outdated: 'Not enough evidence: this is no longer what the baseline measured. {{comparability}} Pin a new baseline.',
});
