import type { ReactNode } from 'react';
import styles from './item-row.module.css';

/** One of a short list: its name, a line about it, and what can be done with it. */
export function ItemRow({ name, detail, action }: { name: ReactNode; detail: ReactNode; action: ReactNode }) {
  return (
    <div className={`row ${styles.itemRow}`}>
      <div style={{ minInlineSize: 0, flex: 1 }}>
        <div style={{ overflowWrap: 'anywhere' }}>{name}</div>
        <div className="small soft">{detail}</div>
      </div>
      {action}
    </div>
  );
}
