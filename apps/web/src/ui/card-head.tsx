import type { ReactNode } from 'react';

/** The title of a card, and a sentence about it. */
export function CardHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2>{title}</h2>
      <p className="small soft" style={{ margin: '4px 0 0', overflowWrap: 'anywhere' }}>
        {children}
      </p>
    </div>
  );
}
