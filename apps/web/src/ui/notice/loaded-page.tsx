import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../links.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loaded } from './loaded.tsx';

interface Props<Data> {
  readonly query: Parameters<typeof Loaded<Data>>[0]['query'];
  /** Words in place of a thing that does not exist, or belongs to another team; `to` leads to the others of its kind. */
  readonly gone: { readonly title: string; readonly text: string; readonly to: NonNullable<LinkProps['to']>; readonly action: string };
  children(data: Data): ReactNode;
}

/** A page about one thing. */
export function LoadedPage<Data>({ query, gone: { title, text, to, action }, children }: Props<Data>) {
  return (
    <Loaded query={query} rows={6} missing={<EmptyState title={title} text={text} action={<ButtonLink to={to}>{action}</ButtonLink>} />}>
      {children}
    </Loaded>
  );
}
