import { Button } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import styles from './tool.module.css';

interface Props {
  readonly label: string;
  /** The effect of the tool. */
  readonly what: string;
  /** The total of the fields as they stand, or a note that the form has it. */
  readonly sum: string;
  readonly action: string;
  onAct(): void;
  readonly children: ReactNode;
}

/** Fields of a tool with their sum. Enter fills in; with Ctrl or ⌘ it runs the whole form, as everywhere on the page. */
export function ToolPanel({ label, what, sum, action, onAct, children }: Props) {
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    onAct();
  };
  return (
    <fieldset aria-label={label} className={styles.tool} onKeyDown={enter}>
      <p className="small soft" style={{ margin: 0 }}>
        {what}
      </p>
      <div className={styles.fields}>{children}</div>
      <div className="row">
        <Button size="xs" onClick={onAct}>
          {action}
        </Button>
        <output className="small soft" style={{ flex: '1 1 200px' }}>
          {sum}
        </output>
      </div>
    </fieldset>
  );
}
