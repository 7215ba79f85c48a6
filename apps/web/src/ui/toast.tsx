import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';

/** A short word that something was done; with `undo`, a way back for as long as it stands. */
export function toast(message: string, undo?: { label: string; run: () => void; lastsMs: number }): string {
  return notifications.show({
    message: undo ? (
      <span className="row tight">
        {message}
        <Button
          size="compact-sm"
          onClick={() => {
            undo.run();
            notifications.clean();
          }}
        >
          {undo.label}
        </Button>
      </span>
    ) : (
      message
    ),
    autoClose: undo?.lastsMs ?? 4000,
    withBorder: true,
  });
}
