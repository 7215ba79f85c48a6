import { Button } from '@mantine/core';
import { loadDurationMs, type Plan } from '@plimsoll/contracts/plan';
import { leastVerdictSeconds } from '@plimsoll/contracts/verdict';
import { tooShortWords } from '@plimsoll/wording/en/too-short';
import { formatLength } from '@plimsoll/wording/time';
import { Notice } from '../../ui/notice/notice.tsx';

const leastMs = leastVerdictSeconds * 1000;

interface Props {
  readonly plans: readonly Plan[];
  readonly tone: 'warn' | 'even';
  /** Makes the shortest as long as a verdict needs; null where nothing on the page can. */
  onLonger: ((plan: Plan) => void) | null;
}

/** Says that some plan's load is too short for a verdict, and mends it; nothing where none is. */
export function TooShort({ plans, tone, onLonger }: Props) {
  const short = plans
    .map((plan) => ({ plan, ms: loadDurationMs(plan.load) ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => a.ms - b.ms)
    .find(({ ms }) => ms < leastMs);
  if (!short) return null;
  const least = formatLength(leastMs);
  return (
    <Notice tone={tone}>
      {tooShortWords.says({ length: formatLength(short.ms), least })}{' '}
      {onLonger && (
        <Button size="compact-sm" onClick={() => onLonger(short.plan)}>
          {tooShortWords.makeLonger({ least })}
        </Button>
      )}
    </Notice>
  );
}
