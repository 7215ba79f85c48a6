/** Asks before something that cannot be undone. */
import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly opened: boolean;
  readonly title: string;
  readonly text: string;
  /** What the dangerous button says. */
  readonly action: string;
  readonly pending: boolean;
  onConfirm(): void;
  onClose(): void;
}

export function ConfirmDialog({ opened, title, text, action, pending, onConfirm, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': t('common.close') }}>
      <p style={{ marginBlockStart: 0 }}>{text}</p>
      <div className="row">
        <span className="push" />
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant="filled" color="red" loading={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Modal>
  );
}
