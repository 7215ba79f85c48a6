/** The figures of a run that is over. */
import type { Finish } from '@plimsoll/store/run-life';

/** As the run's row keeps them; `baseline` is the verdict against the plan's baseline, null where there is none. */
export type RunFigures = Pick<Finish, 'summary' | 'validity' | 'thresholds'> & Required<Pick<Finish, 'baseline'>>;

/** The figures of a run in which nothing was sent. */
export const noFigures: RunFigures = { summary: null, validity: null, thresholds: [], baseline: null };
