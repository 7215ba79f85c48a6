import { Collapse, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** One topic, closed to a line that says what it holds; opens by itself when something in it is wrong. */
export function Fold({ title, holds, wrong, children }: { title: string; holds: string; wrong: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const id = useId();
  useEffect(() => {
    if (wrong) setOpened(true);
  }, [wrong]);
  return (
    <div className="fold">
      <UnstyledButton className="fold-head" aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
        <span>{title}</span>
        <span className="fold-holds">
          {wrong && <IconAlertTriangle size={15} color="var(--bad)" aria-label={t('launch.needsAttention')} />}
          {holds}
        </span>
        <IconChevronRight size={15} className="fold-arrow" data-opened={opened} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={opened} id={id}>
        <div className="stack fold-body">{children}</div>
      </Collapse>
    </div>
  );
}
