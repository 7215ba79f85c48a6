/**
 * Things that were removed a moment ago and may still be undone. Lists leave them out at once; they are removed after some seconds, and at the
 * latest when the page is left: the requests go on without it.
 */
const undoMs = 10_000;

interface Going {
  readonly remove: () => void;
  readonly timer: ReturnType<typeof setTimeout>;
}
const going = new Map<string, Going>();

function removeAll(): void {
  for (const { timer, remove } of going.values()) {
    clearTimeout(timer);
    remove();
  }
}
if (typeof window !== 'undefined') window.addEventListener('pagehide', removeAll);

/** `over`: it was removed, or could not be, with the error. Answers how to undo it. */
export function removeLater(id: string, remove: () => Promise<void>, over: (error: unknown) => void): () => void {
  const now = () =>
    void remove()
      .then(
        () => null,
        (error: unknown) => error,
      )
      .then((error) => {
        going.delete(id);
        over(error);
      });
  const timer = setTimeout(now, undoMs);
  going.set(id, { timer, remove: now });
  return () => {
    clearTimeout(timer);
    going.delete(id);
  };
}

/** The list without what is going. */
export function withoutGoing<List extends { items: { readonly id: string }[]; total?: number }>(list: List): List {
  if (going.size === 0) return list;
  const items = list.items.filter(({ id }) => !going.has(id));
  const hidden = list.items.length - items.length;
  return { ...list, items, ...(list.total === undefined ? {} : { total: list.total - hidden }) };
}
