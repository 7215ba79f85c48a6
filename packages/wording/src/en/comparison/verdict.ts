/** The words of comparisons: of one metric, of all of them, of a baseline, of a trend, and whether like is held against like. */
import { words } from '../../words.ts';

/** Follows a verdict where the noise between runs is not known. */
export const scopeWords = words('scope', { theseRuns: ', within these runs' });

export const verdictReasonWords = words('verdictReason', {
  tooShort: '{{metric}} was measured in too few seconds for an interval.',
  notInBoth: '{{metric}} was measured in one of the arms only.',
  inNeither: '{{metric}} was measured in neither arm.',
  zero: '{{metric}} is 0 in one of the arms: its change has no interval.',
  notInFile: '{{metric}} is not in the file of an imported run.',
  sumOnly: '{{metric}} is a sum that another tool reported: without seconds it has no interval.',
  unanswered: '{{metric}} is not compared: nothing answered in one of the arms, and failed attempts are no throughput.',
  mixedTimes:
    '{{metric}} is not compared: one side was recorded by an older version or another tool, which timed failed answers together with good ones.',
  beyond: '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), entirely beyond {{limit}}{{scope}}.',
  maybeChance:
    '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), but with so many metrics compared, that may be chance: run longer or repeat.',
  within: '{{metric}}: {{change}} (95 % interval {{low}} to {{high}}), entirely within ±{{limit}}{{scope}}.',
  across: '{{metric}}: {{change}}, but the 95 % interval {{low}} to {{high}} crosses ±{{limit}}: run longer or repeat.',
  differs: '{{metric}}: {{change}} ({{low}} to {{high}}): the two services differ. {{builds}}',
  smaller: '{{metric}}: {{change}} ({{low}} to {{high}}): a real change between the two services, smaller than {{limit}}. {{builds}}',
  alike: '{{metric}}: {{change}} ({{low}} to {{high}}), entirely within ±{{limit}} between the two services. {{builds}}',
  unclear: '{{metric}}: {{change}}, but {{low}} to {{high}} are possible: run longer or repeat.',
  warmingUp:
    '{{metric}}: {{change}}, but it went from {{early}} at first to {{late}} in the last third: one of the services was still warming up. Run again.',
});

/** Follows what is said of two services: what it tells of their builds. */
export const buildsReasonWords = words('buildsReason', {
  unknown: 'It is not known by how much separate starts of one build differ, so this holds for the running services only.',
  changed: 'So do their builds ({{low}} to {{high}}).',
  same: 'Their builds are within ±{{limit}} ({{low}} to {{high}}).',
  unclear: 'For their builds {{low}} to {{high}} are possible, since separate starts of one build differ, too.',
});

/** Follows a better verdict: what else differs. */
export const doubtWords = words('doubt', {
  suspect: 'Suspect: {{parts}}.',
  statuses: 'status {{status}} came in {{candidate}} of the answers (base: {{base}})',
  sizes: 'an answer has {{candidate}} bytes (base: {{base}})',
  fewer: '{{candidate}} of the planned load was answered well (base: {{base}})',
});

export const headlineWords = words('headline', {
  noVerdict: 'No verdict.',
  slower: 'Slower: {{metrics}}.',
  faster: 'Faster: {{metrics}}.',
  worse: 'Worse: {{metrics}}.',
  better: 'Better: {{metrics}}.',
  mixed: '{{found}}.',
  noDifference: 'No difference beyond {{limit}}.',
  undecided_one: 'Undecided: {{text}} of {{all}} metrics needs more data.',
  undecided_other: 'Undecided: {{text}} of {{all}} metrics need more data.',
  nothingInBoth: 'Undecided: the runs have no measured figure in common.',
  failed: 'Failed: {{candidate}} at {{name}}, {{base}} at {{baseName}}, most by {{kind}}.',
  /** Follows the rest: messages of gRPC calls are judged apart. */
  messages: 'Streams: {{found}}.',
  messagesWorse: 'worse in {{metrics}}',
  messagesBetter: 'better in {{metrics}}',
  moved: '{{metric}} {{change}}',
});

/** The same of an arm that has a name. */
export const namedHeadlineWords = words('namedHeadline', {
  slower: '{{name}} is slower: {{metrics}}.',
  faster: '{{name}} is faster: {{metrics}}.',
  worse: '{{name}} is worse: {{metrics}}.',
  better: '{{name}} is better: {{metrics}}.',
  mixed: '{{name}}: {{found}}.',
  noDifference: '{{name}}: no difference beyond {{limit}}.',
});

/** Inside a sentence about several arms. */
export const directionWords = words('direction', { slower: 'slower', faster: 'faster', worse: 'worse', better: 'better' });

/** Parts of a mixed verdict. */
export const mixedWords = words('mixed', {
  slower: 'slower at {{metrics}}',
  faster: 'faster at {{metrics}}',
  worse: 'worse in {{metrics}}',
  better: 'better in {{metrics}}',
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
  same: 'Comparable: same plan, same kind of generator.',
  varied_one: 'Comparable: only {{differences}} differs.',
  varied_other: 'Comparable: only {{differences}} differ.',
  chosen: 'Varied: {{differences}}.',
  unlike_one: 'Not comparable: {{differences}} differs.',
  unlike_other: 'Not comparable: {{differences}} differ.',
  mixedTimes:
    'Times are not compared: one side comes from an older version or another tool, which timed failed answers together with good ones.',
  unknownPlace: 'The machine that made the load is not known for both.',
  imported: 'An imported run names only its target: its load, connections and machine are unknown.',
  more: '{{list}} (and {{count}} more)',
});

/** A value of a plan where plans differ. */
export const differenceWords = words('difference', {
  none: 'none',
  text: '{{characters}} characters, #{{mark}}',
  bytes: '{{bytes}} bytes',
  file: '{{name}}, {{bytes}} bytes, #{{mark}}',
  cutShort: '{{length}} of {{planned}} planned',
});

export const baselineVerdictWords = words('baselineVerdict', {
  outdated: 'No verdict: {{parts}} changed since the baseline. Pin a new one.',
  unlikeTimes: 'No verdict: the baseline timed failed answers together with good ones. Pin a new one.',
});
