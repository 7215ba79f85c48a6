import type { Story } from '@plimsoll/contracts/story';
import { storyWords } from '@plimsoll/wording/en/run';
import { useId } from 'react';
import styles from './story-findings.module.css';

/** The story of a run's seconds: sentences by second, numbered as the charts mark them. */
export function StoryFindings({ story: { findings } }: { story: Story }) {
  const heading = useId();
  return (
    <section className={`card pad ${styles.findings}`} aria-labelledby={heading}>
      <h2 id={heading}>{storyWords.title}</h2>
      <ol>
        {findings.map(({ kind, second, text }) => (
          <li key={`${kind} ${second} ${text}`}>{text}</li>
        ))}
      </ol>
    </section>
  );
}
