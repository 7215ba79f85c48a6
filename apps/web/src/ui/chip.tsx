/** Status is always icon + word + colour. */
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './chip.module.css';
import toneStyles from './tone.module.css';

export type Tone = 'good' | 'bad' | 'warn' | 'even' | 'live';

export function Chip({ tone, icon: Icon, children, title }: { tone: Tone; icon: TablerIcon; children: ReactNode; title?: string }) {
  return (
    <span className={`${styles.chip} ${toneStyles[tone]}`} title={title}>
      <Icon size={14} stroke={2.4} aria-hidden />
      {children}
    </span>
  );
}
