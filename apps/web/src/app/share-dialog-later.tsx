import { type ComponentProps, lazy } from 'react';
import type { ShareDialog as Dialog } from '../features/share/share-dialog.tsx';
import { OpenedLater } from '../ui/opened-later.tsx';

const ShareDialog = lazy(() => import('../features/share/share-dialog.tsx').then((module) => ({ default: module.ShareDialog })));

export function ShareDialogLater(props: ComponentProps<typeof Dialog>) {
  return (
    <OpenedLater opened={props.opened}>
      <ShareDialog {...props} />
    </OpenedLater>
  );
}
