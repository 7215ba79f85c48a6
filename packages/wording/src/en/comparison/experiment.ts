/** Text of lists of experiments and of baselines. */
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
  emptyText: 'An experiment runs variants at once or in turns on the same workers, so that only the setting differs, not the hour.',
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
  isSet: 'Runs of this plan are now compared with this one.',
  unpinned: 'The plan has no baseline now.',
  is: 'Baseline',
  isWhy: 'Later runs of this plan are compared with this one.',
  against: 'Against the baseline:',
  open: 'See the comparison',
  column: 'vs baseline',
  experiment: 'experiment',
  regressions: 'Regressions',
  all: 'All regressions',
});
