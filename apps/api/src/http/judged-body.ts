/** Bodies that were judged by their schema while they were read: a second time would take as long again, on everybody's event loop. */
const judged = new WeakSet<object>();

export function markJudged(body: unknown): unknown {
  if (body !== null && typeof body === 'object') judged.add(body);
  return body;
}

export function isJudged(body: unknown): boolean {
  return body !== null && typeof body === 'object' && judged.has(body);
}
