import { Collapse, UnstyledButton } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { Loading } from '../../../ui/notice/loading.tsx';
import { useLaunchForm } from '../launch-context.ts';
import styles from './fold.module.css';

interface Props {
  readonly title: string;
  /** The content of the fold, in a few words. */
  readonly holds: string;
  readonly wrong: boolean;
  readonly children: ReactNode;
}

/** One topic, closed to a line that says what it holds; opens by itself when something in it is wrong. Fetched when first opened. */
export function Fold({ title, holds, wrong, children }: Props) {
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const id = useId();
  const { attempts } = useLaunchForm();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt opens it, also after it was closed by hand
  useEffect(() => {
    if (wrong) setOpened(true);
  }, [wrong, attempts]);
  useEffect(() => {
    if (opened) setWanted(true);
  }, [opened]);
  return (
    <div className={styles.fold}>
      <UnstyledButton className={styles.foldHead} aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
        <span className={styles.foldTitle}>{title}</span>
        <span className={styles.foldHolds}>
          {wrong && <IconAlertTriangle size={15} color="var(--bad)" aria-label={launchWords.needsAttention} />}
          <span className={styles.foldText}>{holds}</span>
        </span>
        <IconChevronRight size={15} className={styles.foldArrow} data-opened={opened} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <Suspense fallback={<Loading rows={2} />}>{wanted && <div className={`stack ${styles.foldBody}`}>{children}</div>}</Suspense>
      </Collapse>
    </div>
  );
}
