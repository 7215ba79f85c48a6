import styles from './definition.module.css';

/** The name of a figure, its definition on hover and focus. */
export function inTooltip(name: string, definition: string) {
  return (
    <button type="button" className={styles.define} data-hint={definition}>
      {name}
    </button>
  );
}
