/** Looks at links in the database: is one open, and count its views. However many read a link, one statement of it is under way. */
import type { Db } from '@plimsoll/store/db';
import { lookAtShare, type OpenLink } from '@plimsoll/store/shares';

export interface OpenLinks {
  /** As it is after it was asked for; null: not open. */
  look(tokenHash: string, counts: 'view' | 'nothing'): Promise<OpenLink | null>;
}

interface Link {
  underWay: Promise<unknown>;
  /** Asked for since the look under way began. */
  next: { views: number; readonly answer: Promise<OpenLink | null> } | null;
}

export function openOpenLinks(db: Db): OpenLinks {
  const links = new Map<string, Link>();
  async function look(tokenHash: string, link: Link): Promise<OpenLink | null> {
    await link.underWay;
    const views = link.next?.views ?? 0;
    link.next = null;
    const answer = lookAtShare(db, tokenHash, views);
    link.underWay = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      if (!link.next) links.delete(tokenHash);
    }
  }
  return {
    look(tokenHash, counts) {
      const link = links.get(tokenHash) ?? { underWay: Promise.resolve(), next: null };
      links.set(tokenHash, link);
      link.next ??= { views: 0, answer: look(tokenHash, link) };
      if (counts === 'view') link.next.views += 1;
      return link.next.answer;
    },
  };
}
