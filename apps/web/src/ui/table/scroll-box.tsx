import type { CSSProperties, ReactNode } from 'react';
import styles from './data-table.module.css';

/** A card that may scroll sideways; focusable, so that a keyboard can scroll it too. */
export function ScrollBox({
  label,
  children,
  style,
  bare = false,
}: {
  label: string;
  children: ReactNode;
  style?: CSSProperties;
  bare?: boolean;
}) {
  const frame = bare ? styles.scroll : `card ${styles.scroll}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div className={frame} role="group" aria-label={label} tabIndex={0} {...(style ? { style } : {})}>
      {children}
    </div>
  );
}
