import styles from './kbd.module.css';
/** A key, for the eye only: the help dialog reads the list aloud. */
export function Kbd({ children }: { children: string }) {
  return (
    <span className={styles.kbd} aria-hidden="true">
      {children}
    </span>
  );
}
