/** The demo target has a WebSocket for those that send, and one for those that only listen. */
import { demoSocketPaths } from '@plimsoll/contracts/system';
import type { WebSocketPlan } from '@plimsoll/contracts/websocket';
import { isAtDemo, isDemoSocket } from '../../../domain/plan/demo-url.ts';

const publishedThere = '$.at';

interface Choice {
  readonly url: string;
  readonly published: WebSocketPlan['published'];
}

/** The one that fits, with the place of the time that its messages carry; of any other target all stays. */
export function demoSocketFor({ url, published }: Choice, sends: boolean, demoTarget: string | undefined): Choice {
  if (!isAtDemo(url, demoTarget) || !isDemoSocket(url)) return { url, published };
  const next = new URL(url);
  next.pathname = demoSocketPaths[sends ? 'echo' : 'feed'];
  const own = published?.jsonPath === publishedThere ? null : published;
  return { url: next.href, published: sends ? own : (published ?? { jsonPath: publishedThere }) };
}
