/** Status is always icon + word + colour. */
import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export type Tone = 'good' | 'bad' | 'warn' | 'even' | 'live';

export function Chip({ tone, icon: Icon, children, title }: { tone: Tone; icon: TablerIcon; children: ReactNode; title?: string }) {
  return (
    <span className={`chip tone-${tone}`} title={title}>
      <Icon size={14} stroke={2.4} aria-hidden />
      {children}
    </span>
  );
}
