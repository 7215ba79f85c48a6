/** A Server-Sent Event as bytes: one copy of a large one serves all who read it. */
export function eventBlock(event: string, json: string, id: number): Buffer {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${json}\n\n`);
}
