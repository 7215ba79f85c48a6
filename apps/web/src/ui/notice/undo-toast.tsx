import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { commonWords } from '@plimsoll/wording/en/main';
import { takesText } from '../keys/hotkeys.ts';
import { Kbd } from '../keys/kbd.tsx';
import { commandKey, isCommand } from '../keys/platform-keys.ts';
import { makeRoom } from './toast.tsx';

/** Says that something was done, with the way back: a button, or the platform's key for it outside of fields. Answers how to take it away. */
export function undoToast(message: string, undo: () => void): () => void {
  const hide = () => {
    document.removeEventListener('keydown', onKey);
    notifications.hide(id);
  };
  const goBack = () => {
    hide();
    undo();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isCommand(event, 'z') || takesText(event.target)) return;
    event.preventDefault();
    goBack();
  };
  document.addEventListener('keydown', onKey);
  makeRoom();
  const id = notifications.show({
    message: (
      <span className="row nowrap">
        {message}
        <Button className="push" size="compact-sm" style={{ flex: 'none' }} onClick={goBack}>
          {commonWords.undo}
          <Kbd>{commandKey('Z')}</Kbd>
        </Button>
      </span>
    ),
    autoClose: false,
    withCloseButton: false,
    withBorder: true,
  });
  return hide;
}
