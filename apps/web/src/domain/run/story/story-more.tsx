import type { Story } from '@plimsoll/contracts/story';
import { OverloadChart } from './overload-chart.tsx';
import { StageTable } from './stage-table.tsx';

/** The parts below the charts: shed or slow, and the stages. */
export function StoryMore({ story }: { story: Story }) {
  return (
    <>
      {story.overload && (
        <div style={{ marginBlockStart: 14 }}>
          <OverloadChart story={story} />
        </div>
      )}
      <StageTable story={story} />
    </>
  );
}
