import { Button } from '@mantine/core';

interface Undo {
  readonly label: string;
  readonly run: () => void;
  readonly lastsMs: number;
}

/** A short word that something was done; with `undo`, a way back for as long as it stands. */
export function toast(message: string, undo?: Undo): void {
  void import('@mantine/notifications').then(({ notifications }) => {
    const back = () => {
      undo?.run();
      notifications.clean();
    };
    const content = undo ? (
      <span className="row tight">
        {message}
        <Button size="compact-sm" onClick={back}>
          {undo.label}
        </Button>
      </span>
    ) : (
      message
    );
    notifications.show({ message: content, autoClose: undo?.lastsMs ?? 4000, withBorder: true });
  });
}
