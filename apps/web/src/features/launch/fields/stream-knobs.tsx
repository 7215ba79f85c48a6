import { TextInput } from '@mantine/core';
import { demoStreamPaths } from '@plimsoll/contracts/system';
import { streamFormWords } from '@plimsoll/wording/en/stream-form';
import type { StreamKnob } from '../../../domain/plan/demo-url.ts';
import styles from './demo-knobs.module.css';

interface Props {
  readonly url: string;
  read(knob: StreamKnob): string;
  write(knob: StreamKnob, value: string): void;
}

const ofAny = ['delayMs', 'gapMs', 'jitterMs'] as const;
const ends = ['capacity', 'stallMs', 'stallRate', 'errorRate'] as const;

/** The knobs of the demo target where it streams. */
export function StreamKnobs({ url, read, write }: Props) {
  const isModel = [demoStreamPaths.openai, demoStreamPaths.anthropic, demoStreamPaths.responses].some((path) => url.includes(path));
  const knobs: readonly StreamKnob[] = [...ofAny, ...(isModel ? (['maxTokens'] as const) : (['events', 'bytes'] as const)), ...ends];
  return (
    <fieldset className={styles.knobs}>
      <legend>{streamFormWords.knobs}</legend>
      {knobs.map((knob) => (
        <TextInput
          key={knob}
          size="xs"
          inputMode="decimal"
          label={streamFormWords.knob[knob]}
          placeholder={streamFormWords.knobDefault[knob]}
          value={read(knob)}
          onChange={(event) => write(knob, event.currentTarget.value.trim())}
        />
      ))}
    </fieldset>
  );
}
