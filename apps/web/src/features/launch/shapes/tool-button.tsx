import { Button } from '@mantine/core';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { Loading } from '../../../ui/notice/loading.tsx';

interface Props {
  readonly label: string;
  /** A lazy component: fetched when the tool is first opened. */
  readonly children: ReactNode;
}

/** Opens a small tool that fills in fields of the form. */
export function ToolButton({ label, children }: Props) {
  const [opened, setOpened] = useState(false);
  const id = useId();
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div>
        <Button size="compact-sm" variant="subtle" aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
          {label}
        </Button>
      </div>
      <div id={id} hidden={!opened}>
        {opened && <Suspense fallback={<Loading rows={2} />}>{children}</Suspense>}
      </div>
    </div>
  );
}
