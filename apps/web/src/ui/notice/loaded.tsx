import { isProblem } from '@plimsoll/client/api-problem';
import type { ReactNode } from 'react';
import { Loading } from './loading.tsx';
import { ProblemNotice } from './problem-notice.tsx';

interface Props<Data> {
  readonly query: { readonly data: Data | undefined; readonly error: Error | null; refetch(): Promise<unknown> };
  /** Number of rows of space that are kept while it loads. */
  readonly rows?: number;
  /** Stands in place of what does not exist, or belongs to another team. */
  readonly missing?: ReactNode;
  children(data: Data): ReactNode;
}

/** Shows the answer of a query; the last one stays in sight while it cannot be asked again. */
export function Loaded<Data>({ query: { data, error, refetch }, rows = 4, missing, children }: Props<Data>) {
  if (missing && isProblem(error, 'not_found')) return missing;
  return (
    <>
      {error && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data !== undefined ? children(data) : !error && <Loading rows={rows} />}
    </>
  );
}
