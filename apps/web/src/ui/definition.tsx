import { Tooltip } from '@mantine/core';
import styles from './definition.module.css';

/** The name of a figure, its definition on hover and focus. */
export function inTooltip(name: string, definition: string) {
  return (
    <Tooltip label={definition}>
      <button type="button" className={styles.define}>
        {name}
      </button>
    </Tooltip>
  );
}
