import '../../../i18n/run-text.ts';
import type { Story } from '@plimsoll/contracts/story';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './story-findings.module.css';

/** What the seconds of a run tell: sentences by second, numbered as the charts mark them. */
export function StoryFindings({ story: { findings } }: { story: Story }) {
  const { t } = useTranslation();
  const heading = useId();
  return (
    <section className={`card pad ${styles.findings}`} aria-labelledby={heading}>
      <h2 id={heading}>{t('story.title')}</h2>
      <ol>
        {findings.map(({ kind, second, text }) => (
          <li key={`${kind} ${second} ${text}`}>{text}</li>
        ))}
      </ol>
    </section>
  );
}
