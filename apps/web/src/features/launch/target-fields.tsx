import { Button, NativeSelect, TextInput } from '@mantine/core';
import { demoKnobs } from '@plimsoll/contracts/system';
import { methods } from '@plimsoll/contracts/target';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { system } from '../../api/system.ts';
import { demoUrl, isDemoUrl, knobOf, withKnob } from '../../ui/demo-url.ts';
import type { FormValues } from './form-values.ts';
import { useField, useLaunchForm } from './launch-context.ts';

export function TargetFields() {
  const { t } = useTranslation();
  const { values, set, touch } = useLaunchForm();
  const { data } = useQuery(system);
  const url = useField('url', '/target/url');
  const demo = isDemoUrl(values.url, data?.demoTarget);
  return (
    <div className="stack" style={{ gap: 8 }}>
      <div className="target-row">
        <NativeSelect
          label={t('launch.method')}
          value={values.method}
          onChange={(event) => set({ method: event.currentTarget.value as FormValues['method'] })}
          data={[...methods]}
          data-mono
        />
        <TextInput
          {...url}
          label={t('launch.url')}
          placeholder="http://127.0.0.1:8080/"
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          data-mono
        />
        <Button
          disabled={!data || demo}
          onClick={() => {
            if (data) set({ url: demoUrl(data.demoTarget), method: 'GET', body: null });
            touch('/target/url');
          }}
        >
          {t('launch.useDemo')}
        </Button>
      </div>
      {demo && <DemoKnobs />}
    </div>
  );
}

function DemoKnobs() {
  const { t } = useTranslation();
  const { values, set } = useLaunchForm();
  return (
    <fieldset className="knobs">
      <legend>{t('launch.knobs')}</legend>
      {demoKnobs.map((knob) => (
        <TextInput
          key={knob}
          size="xs"
          inputMode="decimal"
          label={t(`launch.knob.${knob}`)}
          placeholder={t(`launch.knobDefault.${knob}`)}
          value={knobOf(values.url, knob)}
          onChange={(event) => set({ url: withKnob(values.url, knob, event.currentTarget.value.trim()) })}
        />
      ))}
    </fieldset>
  );
}
