import { type ReactNode, Suspense, useRef } from 'react';

/** Around a lazy dialog: fetches it when it is first opened. */
export function OpenedLater({ opened, children }: { opened: boolean; children: ReactNode }) {
  const asked = useRef(false);
  asked.current ||= opened;
  return <Suspense>{asked.current && children}</Suspense>;
}
