/** Forms as `multipart/form-data` (RFC 7578), as far as their parts stand in the command. */
import type { Unmapped } from '@plimsoll/contracts/imported-command';
import type { Written } from './amount.ts';
import { listUnmapped } from './read-flags.ts';
import type { RequestDraft } from './request-draft.ts';

const boundary = '----plimsoll-form-boundary';

/** Makes `name=value` parts the request's body; answers those that are files. */
export function addForm(request: RequestDraft, parts: readonly Written[]): Unmapped[] {
  const notSent: Unmapped[] = [];
  const written: string[] = [];
  for (const { flag, value } of parts) {
    const [, name, text = ''] = /^([^=]*)=([\s\S]*)$/.exec(value) ?? [];
    if (name === undefined || /^[@<]/.test(text)) notSent.push(listUnmapped(flag, value, 'multipart'));
    else {
      const [, plain = text, type] = /^([\s\S]*?);type=([^;]+)$/.exec(text) ?? [];
      const typed = type === undefined ? '' : `\r\nContent-Type: ${type}`;
      written.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', '%22')}"${typed}\r\n\r\n${plain}\r\n`);
    }
  }
  if (written.length > 0) {
    request.body(`${written.join('')}--${boundary}--\r\n`);
    request.headerUnlessGiven('Content-Type', `multipart/form-data; boundary=${boundary}`);
  }
  return notSent;
}
