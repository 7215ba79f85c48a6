import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CheckRows } from './check-rows.tsx';
import { Fold } from './fold.tsx';
import { type FormValues, isBlank } from './form-values.ts';
import { useField, useLaunchForm } from './launch-context.ts';
import { PairRows } from './pair-rows.tsx';
import { ProtocolFields } from './protocol-fields.tsx';
import { ThresholdRows } from './threshold-rows.tsx';

interface Props {
  /** Does a shown problem's pointer start with one of these? */
  wrong(...starts: string[]): boolean;
}

export function Folds({ wrong }: Props) {
  const { t } = useTranslation();
  const { values } = useLaunchForm();
  const headers = values.headers.filter((row) => !isBlank.pair(row)).length;
  const tests = [...values.checks.map((row) => `${t(`launch.check.${row.kind}`)} ${row.value}`), ...values.thresholds.filter(Boolean)];
  const several =
    values.protocol === 'http1'
      ? values.pipelining === '1'
        ? ''
        : `×${values.pipelining}`
      : values.streams === '1'
        ? ''
        : `×${values.streams}`;
  const tags = values.tags.filter((row) => !isBlank.pair(row)).map((row) => `${row.name} ${row.value}`);
  return (
    <div>
      <Fold
        title={t('launch.headersBody')}
        holds={[t('launch.headerCount', { count: headers }), values.body === null ? '' : t('launch.withBody')].filter(Boolean).join(' · ')}
        wrong={wrong('/target/headers', '/target/body')}
      >
        <HeadersBody />
      </Fold>
      <Fold
        title={t('launch.protocol')}
        holds={[t(`launch.protocols.${values.protocol}`), values.timeout, several].filter(Boolean).join(' · ')}
        wrong={wrong('/timeout', '/connection', '/load/maxQueued', '/load/seed')}
      >
        <ProtocolFields />
      </Fold>
      <Fold title={t('launch.judging')} holds={tests.slice(0, 3).join(' · ') || t('common.none')} wrong={wrong('/checks', '/thresholds')}>
        <CheckRows />
        <ThresholdRows />
        <ErrorRules />
      </Fold>
      <Fold title={t('launch.warmupTitle')} holds={values.warmup === '0s' ? t('common.none') : values.warmup} wrong={wrong('/warmup')}>
        <Warmup />
      </Fold>
      <Fold title={t('launch.tagsNote')} holds={tags.slice(0, 3).join(' · ') || t('common.none')} wrong={wrong('/tags', '/note')}>
        <TagsNote />
      </Fold>
    </div>
  );
}

function HeadersBody() {
  const { t } = useTranslation();
  const { values, set, error } = useLaunchForm();
  return (
    <>
      <PairRows
        field="headers"
        pointer="/target/headers"
        texts={{
          legend: t('launch.headers'),
          name: t('launch.headerName'),
          value: t('launch.headerValue'),
          add: t('launch.addHeader'),
          namePlaceholder: 'content-type',
          valuePlaceholder: 'application/json',
        }}
      />
      <Textarea
        label={t('launch.body')}
        value={values.body ?? ''}
        onChange={(event) => set({ body: event.currentTarget.value === '' ? null : event.currentTarget.value })}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        data-mono
        error={error('/target/body')}
      />
    </>
  );
}

function ErrorRules() {
  const { t } = useTranslation();
  const { values, set } = useLaunchForm();
  return (
    <div className="fields3" style={{ alignItems: 'end' }}>
      <NativeSelect
        label={t('launch.errorStatuses')}
        value={values.errorStatuses}
        onChange={(event) => set({ errorStatuses: event.currentTarget.value as FormValues['errorStatuses'] })}
        data={[
          { value: '4xx-5xx', label: t('launch.errors4xx5xx') },
          { value: '5xx', label: t('launch.errors5xx') },
          { value: 'none', label: t('launch.errorsNone') },
        ]}
      />
      <Switch
        className="span2"
        checked={values.autoStop}
        onChange={(event) => set({ autoStop: event.currentTarget.checked })}
        label={t('launch.autoStop')}
        description={t('launch.autoStopWhat')}
      />
    </div>
  );
}

function Warmup() {
  const { t } = useTranslation();
  const warmup = useField('warmup', '/warmup');
  return (
    <div className="fields3">
      <TextInput {...warmup} label={t('launch.warmup')} description={t('launch.warmupWhat')} className="span2" />
    </div>
  );
}

function TagsNote() {
  const { t } = useTranslation();
  const { values, set, error } = useLaunchForm();
  return (
    <>
      <PairRows
        field="tags"
        pointer="/tags"
        texts={{
          legend: t('launch.tags'),
          name: t('launch.tagName'),
          value: t('launch.tagValue'),
          add: t('launch.addTag'),
          namePlaceholder: 'branch',
          valuePlaceholder: 'main',
        }}
      />
      <Textarea
        label={t('launch.note')}
        value={values.note}
        onChange={(event) => set({ note: event.currentTarget.value })}
        autosize
        minRows={2}
        maxRows={10}
        error={error('/note')}
      />
    </>
  );
}
