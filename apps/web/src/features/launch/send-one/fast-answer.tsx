import { Button } from '@mantine/core';
import type { Plan } from '@plimsoll/contracts/plan';
import { sendOneWords } from '@plimsoll/wording/en/send-one';
import { formatUs } from '@plimsoll/wording/time';
import { wantsWire } from '../../../domain/plan/wants-wire.ts';
import { Notice } from '../../../ui/notice/notice.tsx';
import type { SendOneState } from './use-send-one.ts';

interface Props {
  readonly plan: Plan | null;
  readonly sendOne: SendOneState;
  /** Null: nothing on the page can change the client. */
  readonly onWire: (() => void) | null;
}

/** Offers raw sockets where the one answer came so soon that undici would be a good part of what is measured. */
export function FastAnswer({ plan, sendOne: { current }, onWire }: Props) {
  const answeredUs = current?.result?.answer?.timings.firstByteUs ?? null;
  if (!plan || !wantsWire(plan, answeredUs)) return null;
  return (
    <Notice tone="even">
      {sendOneWords.fast({ time: formatUs(answeredUs) })}{' '}
      {onWire && (
        <Button size="compact-sm" onClick={onWire}>
          {sendOneWords.wire}
        </Button>
      )}
    </Notice>
  );
}
