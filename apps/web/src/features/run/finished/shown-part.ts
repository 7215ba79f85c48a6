/** The shown part of a finished run: the whole run, or the window of it that stands in the URL. */

import type { Curve } from '@plimsoll/contracts/curve';
import type { Resources } from '@plimsoll/contracts/resources';
import type { Run } from '@plimsoll/contracts/run';
import type { Point } from '@plimsoll/contracts/sample';
import type { Story } from '@plimsoll/contracts/story';
import type { RunWindow } from '@plimsoll/contracts/window';
import { useQuery } from '@tanstack/react-query';
import { resources as resourcesQuery } from '../../../api/resources.ts';
import { curve as curveQuery, samples as samplesQuery, story as storyQuery, windowSummary } from '../../../api/run-figures.ts';
import { ofWindow } from './of-window.ts';

/** Each undefined while it is on its way. */
export interface ShownPart {
  /** With the summary of the window in place of its own. */
  readonly run: Run;
  readonly points: readonly Point[] | undefined;
  /** Seconds that each stored sample covers; 0: they are gone. 1 while it is not known. */
  readonly sampleSeconds: 0 | 1 | 10;
  /** Null where there is none. */
  readonly curve: Curve | null | undefined;
  readonly story: Story | undefined;
  readonly resources: Resources | undefined;
  readonly resourcesLoading: boolean;
  /** Figures of another window still stand in place of those that were asked for. */
  readonly stale: boolean;
  readonly error: Error | null;
  retry(): void;
}

const nothing: RunWindow = { from: 0, to: 1 };

export function useShownPart(run: Run, window: RunWindow | null): ShownPart {
  const points = useQuery(samplesQuery(run.id, window));
  const told = useQuery(resourcesQuery(run.id));
  const curve = useQuery({ ...curveQuery(run.id, window), enabled: run.summary !== null && run.summary.requests > 0 });
  // Asked for beside the points, so that it is there when they are drawn.
  const story = useQuery(storyQuery(run.id));
  const part = useQuery({ ...windowSummary(run.id, window ?? nothing), enabled: window !== null });
  const summary = window && part.data ? part.data : run.summary;
  return {
    run: window ? { ...run, summary } : run,
    points: points.data?.points,
    sampleSeconds: run.source?.data === 'summary' ? 1 : (points.data?.sampleSeconds ?? 1),
    curve: curve.data ?? (curve.isLoading ? undefined : null),
    ...ofWindow({ story: story.data, resources: told.data }, window),
    resourcesLoading: told.isLoading,
    stale: points.isPlaceholderData || curve.isPlaceholderData || (window !== null && (part.isPlaceholderData || part.isPending)),
    error: points.error ?? (window ? part.error : null),
    retry: () => {
      void points.refetch();
      if (window) void part.refetch();
    },
  };
}
