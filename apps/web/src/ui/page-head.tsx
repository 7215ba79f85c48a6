import type { ReactNode } from 'react';

/** The head of a page: its title, anything that stands right `beside` it, and at the other end of the row the page's actions. */
export function PageHead({
  title,
  beside,
  children,
}: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="row">
      <h1>{title}</h1>
      {beside}
      <span className="push" />
      {children}
    </div>
  );
}
