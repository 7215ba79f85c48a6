/** Where a team's own backend shows a trace: an address with a place for its id. */
import { z } from 'zod';
import { refused } from '../api/refusal.ts';

const place = '{traceId}';

/** The address of this trace. */
export function fillTraceUrl(template: string, traceId: string): string {
  return template.replace(place, traceId);
}

/** http or https, with the place behind the host, once, and without credentials: everybody in the team sees the link. */
function isTraceUrl(template: string): boolean {
  const [parts, url] = [template.split(place), fillTraceUrl(template, '0'.repeat(32))];
  if (parts.length !== 2 || !URL.canParse(url) || /[\s\p{C}\\]/u.test(template)) return false;
  const { protocol, username, password, origin } = new URL(url);
  const before = parts[0] ?? '';
  return (
    /^https?:$/.test(protocol) &&
    username + password === '' &&
    URL.canParse(before) &&
    new URL(before).origin === origin &&
    before.indexOf('/', 8) > 0
  );
}

export const traceUrlSchema = z.string().max(2000).refine(isTraceUrl, refused('trace_url'));
