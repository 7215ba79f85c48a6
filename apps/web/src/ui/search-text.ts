/** Search parameters stay plain text in the address bar (`?state=finished&tag=branch:main`), not JSON. A name given twice is a list. */
export type SearchText = Record<string, string | readonly string[] | undefined>;

export function parseSearch(text: string): SearchText {
  const query = new URLSearchParams(text);
  return Object.fromEntries(
    [...new Set(query.keys())].map((key) => {
      const values = query.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );
}

export function stringifySearch(search: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(search))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(key, String(one));
  const text = query.toString().replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%2F', '/');
  return text ? `?${text}` : '';
}
