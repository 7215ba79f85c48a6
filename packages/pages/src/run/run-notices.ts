/** The first things that a finished run says: held or not, and whether its figures can be trusted. */

import type { Validity } from '@plimsoll/contracts/validity';
import { paragraph } from '@plimsoll/wording/list';
import { type LimitWords, limitSentence, stampTitle } from '@plimsoll/wording/names';
import { createElement as h, type ReactNode } from 'react';
import { Notice } from '../notice.ts';
import { verdictPhrase } from './verdict-phrase.ts';

export function VerdictNotice({ run }: { run: Parameters<typeof verdictPhrase>[0] }): ReactNode {
  const { lead, rest, tone } = verdictPhrase(run);
  return h(Notice, { tone, ...(tone === 'bad' ? { shape: 'cross' } : {}) }, h('b', null, lead), ` ${rest}`);
}

interface ValidityProps {
  readonly validity: Validity | null;
  readonly limits?: LimitWords | undefined;
  readonly children?: ReactNode;
}

/** The reasons in plain words, and below them what can be done; silence when all is well. */
export function ValidityNotice({ validity, limits, children }: ValidityProps): ReactNode {
  if (!validity) return null;
  const limit = limitSentence(validity, limits);
  if (validity.stamp === 'valid') return limit && h(Notice, { tone: 'even' }, limit, children);
  const title = stampTitle(validity);
  const tone = ({ invalid: 'bad', degraded: 'warn', unwatched: 'even' } as const)[validity.stamp];
  return h(Notice, { tone }, title && h('b', null, title), title && ' ', paragraph([...validity.reasons, limit ?? []].flat()), children);
}
