import { type Column, DataTable } from '@plimsoll/pages/data-table';
import type { ComponentProps, ReactNode } from 'react';
import { PageHead } from '../page-head.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loaded } from './loaded.tsx';

type Query<Item> = ComponentProps<typeof Loaded<{ readonly items: readonly Item[] }>>['query'];

interface Props<Item> {
  readonly words: { readonly title: string; readonly emptyTitle: string; readonly emptyText: string };
  readonly query: Query<Item>;
  readonly columns: readonly Column<Item>[];
  readonly clickable?: boolean;
  /** Makes another one. Where there is none yet it stands below the words that say so. */
  readonly action: ReactNode;
  /** Begins with something else where there is none yet. */
  readonly emptyAction?: ReactNode;
}

/** All that a team has of one kind. */
export function ListPage<Item extends { readonly id: string }>(props: Props<Item>) {
  const { words, query, columns, clickable = false, action, emptyAction } = props;
  const isAbove = emptyAction !== undefined || query.data?.items.length !== 0;
  return (
    <>
      <PageHead title={words.title}>{isAbove && action}</PageHead>
      <div style={{ marginBlockStart: 18 }}>
        <Loaded query={query}>
          {({ items }) => (
            <DataTable
              label={words.title}
              cards
              rows={items}
              rowKey={({ id }) => id}
              clickable={clickable}
              empty={<EmptyState title={words.emptyTitle} text={words.emptyText} action={emptyAction ?? action} />}
              columns={columns}
            />
          )}
        </Loaded>
      </div>
    </>
  );
}
