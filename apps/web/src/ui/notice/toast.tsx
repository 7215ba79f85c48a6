import { commonWords } from '@plimsoll/wording/en/main';
import { Suspense, useSyncExternalStore } from 'react';
import { later } from '../../api/later.ts';
import { problemText } from './problem-notice.tsx';

const Notifications = later(() => import('@mantine/notifications'), 'Notifications');

let asked = false;
const listeners = new Set<() => void>();

/** Makes room for toasts on the page, with the first of them. */
export function makeRoom(): void {
  asked = true;
  for (const listener of listeners) listener();
}

/** A short word that something was done. */
export function toast(message: string): void {
  makeRoom();
  void import('@mantine/notifications').then(({ notifications }) => {
    notifications.show({ message, autoClose: 4000, withBorder: true, closeButtonProps: { 'aria-label': commonWords.close } });
  });
}

/** Why something was not done. */
export function toastProblem(error: unknown): void {
  toast(problemText(error));
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The place of toasts. */
export function Toasts() {
  const wanted = useSyncExternalStore(listen, () => asked);
  return <Suspense>{wanted && <Notifications position="bottom-right" />}</Suspense>;
}
