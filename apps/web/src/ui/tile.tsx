import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './tile.module.css';

/** One figure: label (its definition on hover and focus), value with its unit smaller, one line of context. */
export function Tile(props: { label: string; definition: string; value: string; unit?: string; detail?: ReactNode; spark?: ReactNode }) {
  const { label, definition, value, unit, detail, spark } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls
    <div className={styles.tile} role="group" aria-label={label}>
      <div className={styles.tileLabel}>
        <Tooltip label={definition}>
          <button type="button" className={styles.define}>
            {label}
          </button>
        </Tooltip>
      </div>
      <div className={styles.tileValue}>
        {value}
        {unit && <small>{unit}</small>}
      </div>
      {spark}
      <div className={styles.tileDetail}>{detail}</div>
    </div>
  );
}

/** `84.2 ms` as value and unit. */
export function splitUnit(text: string): { value: string; unit?: string } {
  const at = text.lastIndexOf('\u00a0');
  return at < 0 ? { value: text } : { value: text.slice(0, at), unit: text.slice(at + 1) };
}
