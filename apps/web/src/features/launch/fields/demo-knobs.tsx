import { TextInput } from '@mantine/core';
import { demoKnobs } from '@plimsoll/contracts/system';
import { useTranslation } from 'react-i18next';
import type { Knob } from '../../../domain/plan/demo-url.ts';
import styles from './demo-knobs.module.css';

interface Props {
  read(knob: Knob): string;
  write(knob: Knob, value: string): void;
}

/** What the demo target can be asked. */
export function DemoKnobs({ read, write }: Props) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.knobs}>
      <legend>{t('launch.knobs')}</legend>
      {demoKnobs.map((knob) => (
        <TextInput
          key={knob}
          size="xs"
          inputMode="decimal"
          label={t(`launch.knob.${knob}`)}
          placeholder={t(`launch.knobDefault.${knob}`)}
          value={read(knob)}
          onChange={(event) => write(knob, event.currentTarget.value.trim())}
        />
      ))}
    </fieldset>
  );
}
