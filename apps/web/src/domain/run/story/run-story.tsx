import type { Story } from '@plimsoll/contracts/story';
import { besideLimit } from '@plimsoll/contracts/story-marks';
import type { Validity } from '@plimsoll/contracts/validity';
import { StageTable, StoryFindings } from '@plimsoll/pages/story-parts';
import { type ReactNode, useMemo } from 'react';
import type { RunChartsProps } from '../charts/run-charts-props.ts';
import { listBands, listMarks } from './chart-story.ts';
import { OverloadChart } from './overload-chart.tsx';

/** Charts with the story of the run in and below them; without it where it is not known yet. */
export function RunStory({
  story: whole,
  validity,
  children,
}: {
  story: Story | null | undefined;
  /** The page says its limit above the story. */
  validity: Validity | null;
  /** `findings`: its sentences, which the charts number. */
  children: (marks: RunChartsProps['story'], findings: ReactNode) => ReactNode;
}) {
  const story = useMemo(() => whole && besideLimit(whole, validity), [whole, validity]);
  const marks = useMemo(() => (story ? { marks: listMarks(story), bands: listBands(story) } : undefined), [story]);
  return (
    <>
      {children(marks, story && <StoryFindings story={story} />)}
      {story?.overload && (
        <div style={{ marginBlockStart: 14 }}>
          <OverloadChart story={story} />
        </div>
      )}
      {story && <StageTable story={story} />}
    </>
  );
}
