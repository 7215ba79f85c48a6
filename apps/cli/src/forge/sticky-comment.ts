/** One comment on a pull request, found again by the mark in its first line: written once, then updated. */
import { commentMark, commentTitle, nobodyMentioned } from '../out/comment-markdown.ts';
import type { Forge, ForgeComment } from './forge.ts';

/** GitHub takes 65 536 signs. */
const mostSigns = 65_000;

export async function putComment(forge: Forge, { mark, body }: MarkedComment): Promise<ForgeComment> {
  const before = await findFirst(forge, mark);
  if (before) return forge.update(before.id, body);
  const made = await forge.create(body);
  // Two jobs may have found none at the same time.
  const first = await findFirst(forge, mark);
  if (!first || first.id === made.id) return made;
  await forge.remove(made.id);
  return forge.update(first.id, body);
}

export interface MarkedComment {
  readonly mark: string;
  /** Begins with the mark. */
  readonly body: string;
}

/** What a stranger's run wrote, without links, pictures and tags: it appears under our name. */
export function withoutLinks(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/<(?!!-- plimsoll)/g, '&lt;')
    .replace(/:\/\/|\bwww\./gi, (sign) => `${sign[0]}\u200b${sign.slice(1)}`);
}

/** `name` tells comments of several benchmarks of one pull request apart. Nobody is mentioned by it, whoever wrote the text. */
export function markComment(text: string, name: string | undefined): MarkedComment {
  const mark = name === undefined ? commentMark : commentMark.replace('plimsoll', `plimsoll ${name}`);
  const lines = nobodyMentioned(text.replaceAll('\r', '')).split('\n');
  const content = (lines[0] === commentMark ? lines.slice(1) : lines).map((line) =>
    line === commentTitle && name !== undefined ? `${line}: ${name}` : line,
  );
  return { mark, body: [mark, ...content].join('\n').slice(0, mostSigns) };
}

async function findFirst(forge: Forge, mark: string): Promise<ForgeComment | null> {
  for (let page = 1; ; page++) {
    const { comments, hasMore } = await forge.list(page);
    const found = comments.find(({ isOurs, body }) => isOurs && body.replaceAll('\r', '').split('\n', 1)[0] === mark);
    if (found) return found;
    if (!hasMore) return null;
  }
}
