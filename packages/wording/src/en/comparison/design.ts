/** Why the runs of an experiment are made at once or one after another. */
import { words } from '../../words.ts';

export const designReasonWords = words('designReason', {
  chosenTogether: 'The variants are loaded at once, as asked.',
  chosenRuns: 'The variants are loaded one after another, as asked.',
  ownTargets: 'Each variant has a target of its own, so all are loaded at once: what disturbs one disturbs the others, and cancels.',
  ofKind: 'The settings are loaded one after another: at once they would be another load.',
  sharedTarget: 'The variants are loaded one after another: at once they would load one target together.',
  otherLengths: 'The variants are loaded one after another: they last for different times, so one would go on alone.',
  otherGenerators: 'The variants are loaded one after another: they are made by different numbers of generators.',
});
