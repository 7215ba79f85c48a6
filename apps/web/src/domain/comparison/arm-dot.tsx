import styles from './arm-dot.module.css';
import { armColours } from './arm-looks.ts';

/** The colour of an arm, before its name; 0 is the base. */
export function ArmDot({ arm }: { arm: number }) {
  return <span className={styles.dot} style={{ background: armColours[arm] }} />;
}
