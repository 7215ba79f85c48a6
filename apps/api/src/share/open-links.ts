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

/** Readers that go on in one turn of the event loop. All at once they would hold everybody's next step for as long as all of them take. */
const mostInTurn = 4;

function openPace(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const release = () => {
    for (const go of waiting.splice(0, mostInTurn)) go();
    if (waiting.length > 0) setImmediate(release);
  };
  return () =>
    new Promise((go) => {
      if (waiting.push(go) === 1) setImmediate(release);
    });
}

export function openOpenLinks(db: Db): OpenLinks {
  const pace = openPace();
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
    async look(tokenHash, counts) {
      const link = links.get(tokenHash) ?? { underWay: Promise.resolve(), next: null };
      links.set(tokenHash, link);
      link.next ??= { views: 0, answer: look(tokenHash, link) };
      if (counts === 'view') link.next.views += 1;
      const answer = await link.next.answer;
      await pace();
      return answer;
    },
  };
}
