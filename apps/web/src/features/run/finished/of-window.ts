/** Cuts data of seconds to a window of them. */
import type { Resources } from '@plimsoll/contracts/resources';
import type { Story } from '@plimsoll/contracts/story';
import type { RunWindow } from '@plimsoll/contracts/window';

interface Told {
  readonly story: Story | undefined;
  readonly resources: Resources | undefined;
}

/** Findings and figures of the target in these seconds, and the stages that reach into them, each whole; all of it without a window. */
export function ofWindow({ story, resources }: Told, window: RunWindow | null): Told {
  if (!window) return { story, resources };
  const { from, to } = window;
  const within = ({ second }: { readonly second: number }) => second >= from && second < to;
  return {
    story: story && {
      ...story,
      findings: story.findings.filter(within),
      stages: story.stages.filter(({ fromSecond, toSecond }) => fromSecond < to && toSecond > from),
    },
    resources: resources && {
      ...resources,
      points: resources.points.filter(({ second }) => second + resources.resolutionSeconds > from && second < to),
    },
  };
}
