import type { ReactNode } from 'react';
import styles from './action-bar.module.css';

/** The one thing a long form is there for; on a narrow screen it stays at the bottom edge. */
export function ActionBar({ children }: { children: ReactNode }) {
  return <div className={`${styles.actionBar} no-print`}>{children}</div>;
}
