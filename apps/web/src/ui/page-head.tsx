import type { ReactNode } from 'react';
import { usePageTitle } from './page-title.ts';

/** The head of a page: its title, which the tab has too, anything that stands right `beside` it, and at the other end of the row the page's actions. */
export function PageHead({
  title,
  beside,
  children,
}: {
  readonly title: string;
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className="row">
      <h1>{title}</h1>
      {beside}
      <span className="push" />
      {children}
    </div>
  );
}
