import { commonWords } from '@plimsoll/wording/en/main';
import { useSyncExternalStore } from 'react';
import { isAway, onReach } from '../api/reach.ts';
import styles from './reconnecting.module.css';

/** A quiet bar while the API is away; below it everything stays as it is. */
export function Reconnecting() {
  const away = useSyncExternalStore(onReach, isAway);
  return (
    <div className={styles.reconnecting} role="status">
      {away && <span className={styles.said}>{commonWords.reconnecting}</span>}
    </div>
  );
}
