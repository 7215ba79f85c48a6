/** Asks before something that cannot be undone. */
import { Button, Modal } from '@mantine/core';
import { commonWords } from '@plimsoll/wording/en/main';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  /** Words on the dangerous button. */
  readonly action: string;
  readonly pending: boolean;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDialog({ opened, title, text, action, pending, onConfirm, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': commonWords.close }}>
      <p style={{ marginBlockStart: 0 }}>{text}</p>
      <div className="row">
        <span className="push" />
        <Button onClick={onClose}>{commonWords.cancel}</Button>
        <Button variant="filled" color="red" loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
