/** A Server-Sent Event as bytes: one copy of a large one serves all who read it. */
export function eventBlock(event: string, json: string, id: number): Buffer {
  return Buffer.concat(eventBlocks(event, [json], id));
}

/** The same with data in several parts, of which large ones are not copied. */
export function eventBlocks(event: string, parts: readonly (string | Buffer)[], id: number): Buffer[] {
  return [`id: ${id}\nevent: ${event}\ndata: `, ...parts, '\n\n'].map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
}
