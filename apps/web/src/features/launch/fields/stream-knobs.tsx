import { demoStreamPaths } from '@plimsoll/contracts/system';
import { streamFormWords } from '@plimsoll/wording/en/stream-form';
import type { StreamKnob } from '../../../domain/plan/demo-url.ts';
import { KnobFields } from './demo-knobs.tsx';

interface Props {
  readonly url: string;
  read(knob: StreamKnob): string;
  write(knob: StreamKnob, value: string): void;
}

const ofAny = ['delayMs', 'gapMs', 'jitterMs'] as const;
const ends = ['capacity', 'stallMs', 'stallRate', 'errorRate'] as const;

/** The knobs of the demo target where it streams. */
export function StreamKnobs({ url, ...access }: Props) {
  const isModel = [demoStreamPaths.openai, demoStreamPaths.anthropic, demoStreamPaths.responses].some((path) => url.includes(path));
  const names: readonly StreamKnob[] = [...ofAny, ...(isModel ? (['maxTokens'] as const) : (['events', 'bytes'] as const)), ...ends];
  return <KnobFields {...access} names={names} words={streamFormWords} />;
}
