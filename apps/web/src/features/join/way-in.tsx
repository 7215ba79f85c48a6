import type { ReactNode } from 'react';
import { Mark } from '../../ui/notice/empty-state.tsx';
import { usePageTitle } from '../../ui/page-title.ts';

/** The frame of a page outside the product: the mark, what it is for, and one thing to do. */
export function WayIn({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <main className="centre" id="main">
      <div className="stack">
        <div className="row tight nowrap">
          <Mark size={28} />
          <h1 style={{ overflowWrap: 'anywhere', minInlineSize: 0 }}>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  );
}
