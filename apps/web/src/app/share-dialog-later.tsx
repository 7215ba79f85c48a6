import type { ComponentProps } from 'react';
import { later } from '../api/later.ts';
import type { ShareDialog as Dialog } from '../features/share/share-dialog.tsx';
import { OpenedLater } from '../ui/opened-later.tsx';

const ShareDialog = later(() => import('../features/share/share-dialog.tsx'), 'ShareDialog');

export function ShareDialogLater(props: ComponentProps<typeof Dialog>) {
  return (
    <OpenedLater opened={props.opened}>
      <ShareDialog {...props} />
    </OpenedLater>
  );
}
