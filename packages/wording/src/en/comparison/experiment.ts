/** Text of lists of experiments and of baselines; a part of the catalogue in main.ts. */
import { words } from '../../words.ts';

export const experimentsWords = words('experiments', {
  title: 'Experiments',
  new: 'New experiment',
  name: 'Experiment',
  kind: 'Kind',
  progress: 'Runs',
  result: 'Result',
  confirmed: '{{rate}}, confirmed',
  unconfirmed: '{{rate}}, not confirmed',
  noneHeld: 'No rate held',
  best: '{{rate}} at {{where}}',
  noise: 'Changes under {{share}} are noise',
  emptyTitle: 'No experiments yet',
  emptyText: 'An experiment runs variants in turns on the same workers, so that what differs is the setting and not the hour.',
  emptyAction: 'Compare keep-alive on against off',
  of: '{{done}} of {{total}}',
});

export const experimentStateWords = words('experimentState', {
  queued: 'Queued',
  running: 'Running',
  stopping: 'Stopping',
  completed: 'Completed',
  stopped: 'Stopped',
  failed: 'Failed',
});

export const baselineWords = words('baseline', {
  set: 'Set as baseline',
  unset: 'Unpin baseline',
  isSet: 'Runs of this plan are now held against this one.',
  unpinned: 'The plan has no baseline any more.',
  is: 'Baseline',
  isWhy: 'Later runs of this plan are held against this one.',
  against: 'Against the baseline:',
  open: 'See the comparison',
  column: 'vs baseline',
  experiment: 'experiment',
  regressions: 'Regressions',
  all: 'All regressions',
});
