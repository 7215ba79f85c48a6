import { TextInput } from '@mantine/core';
import { demoKnobs } from '@plimsoll/contracts/system';
import { launchWords } from '@plimsoll/wording/en/launch';
import type { Knob } from '../../../domain/plan/demo-url.ts';
import styles from './demo-knobs.module.css';

interface Access<Name> {
  read(knob: Name): string;
  write(knob: Name, value: string): void;
}

interface Props<Name extends string> extends Access<Name> {
  readonly names: readonly Name[];
  readonly words: Readonly<Record<'knob' | 'knobDefault', Readonly<Record<Name, string>>>> & { readonly knobs: string };
}

/** The knobs of the demo target. */
export function DemoKnobs(access: Access<Knob>) {
  return <KnobFields {...access} names={demoKnobs} words={launchWords} />;
}

export function KnobFields<Name extends string>({ names, words, read, write }: Props<Name>) {
  return (
    <fieldset className={styles.knobs}>
      <legend>{words.knobs}</legend>
      {names.map((knob) => (
        <TextInput
          key={knob}
          size="xs"
          inputMode="decimal"
          label={words.knob[knob]}
          placeholder={words.knobDefault[knob]}
          value={read(knob)}
          onChange={(event) => write(knob, event.currentTarget.value.trim())}
        />
      ))}
    </fieldset>
  );
}
