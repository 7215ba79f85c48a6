import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

/** Words for an empty place, and one action. */
export function EmptyState({ title, text, action }: { title: string; text: string; action?: ReactNode }) {
  return (
    <div className={`card ${styles.empty}`}>
      <Mark size={34} />
      <h2>{title}</h2>
      <div style={{ maxInlineSize: 460 }}>{text}</div>
      {action}
    </div>
  );
}

/** The Plimsoll disc: a circle cut by a line. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="var(--accent)"
      strokeWidth="2.2"
      aria-hidden="true"
      style={{ flexShrink: 0 }}
    >
      <circle cx="12" cy="12" r="7.2" />
      <path d="M1.5 12h21" />
    </svg>
  );
}
