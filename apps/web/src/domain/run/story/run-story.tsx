import type { Story } from '@plimsoll/contracts/story';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { Validity } from '@plimsoll/contracts/validity';
import { StageTable, StoryFindings } from '@plimsoll/pages/story-parts';
import { type ReactNode, useMemo } from 'react';
import type { RunChartsProps } from '../charts/run-charts-props.ts';
import { listBands, listMarks } from './chart-story.ts';
import { OverloadChart } from './overload-chart.tsx';

/** Charts with the story of the run around and in them; without it where it is not known yet. */
export function RunStory({
  story: whole,
  validity,
  children,
}: {
  story: Story | null | undefined;
  /** What stands above says its limit. */
  validity: Validity | null;
  children: (marks: RunChartsProps['story']) => ReactNode;
}) {
  const story = useMemo(() => whole && besideLimit(whole, validity), [whole, validity]);
  const marks = useMemo(() => (story ? { marks: listMarks(story), bands: listBands(story) } : undefined), [story]);
  return (
    <>
      {story && <StoryFindings story={story} />}
      {children(marks)}
      {story && <OverloadChart story={story} />}
      {story && <StageTable story={story} />}
    </>
  );
}
