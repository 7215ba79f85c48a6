import { IconAlertTriangle, IconInfoCircle, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

type Tone = 'warn' | 'calm' | 'bad' | 'good' | 'even';

/** A sentence that stands out. Errors are announced at once, the rest waits its turn. */
export function Notice({
  tone,
  icon,
  children,
  announce = false,
}: {
  tone: Tone;
  icon?: TablerIcon;
  children: ReactNode;
  announce?: boolean;
}) {
  const Icon = icon ?? (tone === 'warn' || tone === 'bad' ? IconAlertTriangle : IconInfoCircle);
  return (
    <div className={`note tone-${tone === 'calm' ? 'live' : tone}`} {...(announce ? { role: 'alert' } : {})}>
      <Icon size={18} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
