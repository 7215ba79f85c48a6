import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react';

interface Props {
  /** The button that opens the menu. */
  readonly target: ReactElement<object>;
  /** The menu, open, around its button; drawn lazily. */
  readonly children: (target: ReactElement<object>) => ReactNode;
}

/** A button whose menu is fetched when it is first opened. */
export function MenuLater({ target, children }: Props) {
  const [asked, setAsked] = useState(false);
  const closed = cloneElement(target, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: () => setAsked(true) } as object);
  return asked ? <Suspense fallback={closed}>{children(target)}</Suspense> : closed;
}
