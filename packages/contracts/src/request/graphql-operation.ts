/** The name of a GraphQL operation: people call such a request by it, since all of them go to one URL. */

/** A body that is longer is not looked into. */
const mostBytes = 256 * 1024;
const named = /(?:^|[\s}])(?:query|mutation|subscription)\s+([A-Za-z]\w{0,78})/;

/** The name in `operationName`, or the first one in `query`; null where the body is no JSON of GraphQL, or names none. */
export function graphqlOperation(body: string | null | undefined): string | null {
  if (!body || body.length > mostBytes || !body.includes('"query"')) return null;
  let parsed: { readonly query?: unknown; readonly operationName?: unknown } | null;
  try {
    parsed = JSON.parse(body);
  } catch {
    return null;
  }
  const { query, operationName } = parsed ?? {};
  // A search of something else has a field of that name, too.
  if (typeof query !== 'string' || !/\{[\s\S]*\}/.test(query)) return null;
  if (typeof operationName === 'string' && /^[A-Za-z]\w{0,78}$/.test(operationName)) return operationName;
  return named.exec(query.replace(/#.*/g, ''))?.[1] ?? null;
}
