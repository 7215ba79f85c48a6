/** A request of GraphQL is called by its operation, where nobody gave it another name: all of them go to one URL. */
import { graphqlOperation } from '@plimsoll/contracts/graphql-operation';
import { freeName, suggestName } from '../values/request-list.ts';
import type { BodyRow, RequestRow } from '../values/request-row.ts';

const operationOf = ({ kind, text }: BodyRow) => (kind === 'text' ? graphqlOperation(text) : null);

/** Its name with another body; null: it stays as it is. */
export function nameByOperation(rows: readonly RequestRow[], row: RequestRow, body: BodyRow): string | null {
  const operation = operationOf(body);
  const wasOurs = [operationOf(row.body), 'request', suggestName(row.url)].includes(row.name.replace(/ \d+$/, ''));
  if (operation === null || !(row.name === '' || wasOurs)) return null;
  const name = freeName(
    rows.filter(({ key }) => key !== row.key),
    operation,
  );
  return name === row.name ? null : name;
}
