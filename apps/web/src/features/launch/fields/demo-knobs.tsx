import { TextInput } from '@mantine/core';
import { demoKnobs } from '@plimsoll/contracts/system';
import { launchWords } from '@plimsoll/wording/en/launch';
import type { Knob } from '../../../domain/plan/demo-url.ts';
import styles from './demo-knobs.module.css';

interface Props {
  read(knob: Knob): string;
  write(knob: Knob, value: string): void;
}

/** The knobs of the demo target. */
export function DemoKnobs({ read, write }: Props) {
  return (
    <fieldset className={styles.knobs}>
      <legend>{launchWords.knobs}</legend>
      {demoKnobs.map((knob) => (
        <TextInput
          key={knob}
          size="xs"
          inputMode="decimal"
          label={launchWords.knob[knob]}
          placeholder={launchWords.knobDefault[knob]}
          value={read(knob)}
          onChange={(event) => write(knob, event.currentTarget.value.trim())}
        />
      ))}
    </fieldset>
  );
}
