/** Text about experiments whose runs are made at once or one after another, and why. */
import { words } from '../../words.ts';

export const designReasonWords = words('designReason', {
  chosenTogether: 'The variants are loaded at once, as asked.',
  chosenTurns: 'The variants take turns of some seconds, as asked.',
  chosenRuns: 'The variants are loaded one after another, as asked.',
  ownTargets: 'Each variant has a target of its own, so all are loaded at once: what disturbs one disturbs the others, and cancels.',
  shareMachine: {
    unmeasured: 'Their targets share a machine, and may disturb each other.',
    measured: 'Their targets share a machine: the first repeat measures whether they disturb each other, and they take turns if they do.',
    measuredAsked: 'Their targets share a machine: the first repeat measures whether they disturb each other.',
  },
  nearCapacity:
    'The variants take turns of some seconds: at once they would send {{planned}}, and the target is known to carry {{ceiling}}. Near that, one would slow the other.',
  fillsTarget: 'The variants take turns of some seconds: the target held this load back before, so at once one would slow the other.',
  ofKind: 'The settings are loaded one after another: at once they would be another load.',
  sharedTarget: 'The variants are loaded one after another: at once they would load one target together.',
  takeTurns: 'The variants share a target, so they take turns of some seconds: at once they would load it together.',
  disturbed: 'The variants take turns of some seconds: at once their targets disturbed each other by {{share}}.',
  tooShort: 'The variants are loaded one after another: they share a target and are too short to take turns.',
  longCalls: 'The variants are loaded one after another: they share a target, and their calls are too long to take turns.',
  otherLengths: 'The variants are loaded one after another: they last for different times, so one would go on alone.',
  otherGenerators: 'The variants are loaded one after another: they are made by different numbers of generators.',
});

export const designWords = words('design', {
  label: 'The variants run',
  choices: { auto: 'Automatic', together: 'At once', turns: 'In turns', runs: 'Run by run' },
  detect: 'Change to find, %',
  never: 'none',
  restart: 'Restart URL',
  restartHint: 'Asked by POST between repeats: then the verdict speaks of the builds, too.',
  willTurns_one: 'The variants of a repeat take turns of some seconds, on one worker.',
  willTurns_other: 'The variants of a repeat take turns of some seconds, on the same {{count}} workers.',
  willTogether_one: 'All variants of a repeat run at once, on one worker.',
  willTogether_other: 'All variants of a repeat run at once, on the same {{count}} workers.',
  rounds: { together: 'at once', turns: 'in turns' },
  pilotOf: 'at once with others, the first and last {{block}} s alone and in no figure',
  turnsOf: 'turns of {{block}} s, the first {{burnIn}} s of each dropped',
  decide: {
    together: 'Decide it: run both at once · {{time}}',
    turns: 'Decide it: run both in turns · {{time}}',
    runs: 'Decide it: run one after the other · {{time}}',
  },
  decideWhat: '{{runs}} in pairs, until each verdict is decided: {{most}} at most.',
  live: { together: 'Response time p50, at once', turns: 'Response time p50, in turns' },
  liveSummary: 'The newest second: {{list}}.',
  pairs: 'p50 against the base, second by second',
  pairsSummary: 'A dot compares the same second of both. {{above}} of {{count}} lie above no change.',
});
