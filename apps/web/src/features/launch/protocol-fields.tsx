import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { protocols } from '@plimsoll/contracts/connection';
import { useTranslation } from 'react-i18next';
import type { FormValues } from './form-values.ts';
import { useField, useLaunchForm } from './launch-context.ts';

/** How it connects and how long it waits. */
export function ProtocolFields() {
  const { t } = useTranslation();
  const { values, set, error } = useLaunchForm();
  const timeout = useField('timeout', '/timeout');
  const pipelining = useField('pipelining', '/connection/pipelining');
  const streams = useField('streams', '/connection/streams');
  const perConnection = useField('maxRequestsPerConnection', '/connection/maxRequestsPerConnection');
  const age = useField('maxConnectionAge', '/connection/maxConnectionAge');
  return (
    <>
      <div className="fields3">
        <NativeSelect
          label={t('launch.protocolOf')}
          value={values.protocol}
          error={error('/connection/protocol')}
          data-pointer="/connection/protocol"
          onChange={(event) => set({ protocol: event.currentTarget.value as FormValues['protocol'] })}
          data={protocols.map((value) => ({ value, label: t(`launch.protocols.${value}`) }))}
        />
        {values.protocol === 'http1' ? (
          <TextInput {...pipelining} label={t('launch.pipelining')} inputMode="numeric" />
        ) : (
          <TextInput {...streams} label={t('launch.streams')} inputMode="numeric" />
        )}
        <TextInput {...timeout} label={t('launch.timeout')} />
        <TextInput {...perConnection} label={t('launch.perConnection')} placeholder={t('launch.noLimit')} inputMode="numeric" />
        <TextInput {...age} label={t('launch.maxAge')} placeholder={t('launch.noLimit')} />
        <NativeSelect
          label={t('launch.dns')}
          value={values.dns}
          onChange={(event) => set({ dns: event.currentTarget.value as FormValues['dns'] })}
          data={[
            { value: 'each', label: t('launch.dnsEach') },
            { value: 'once', label: t('launch.dnsOnce') },
          ]}
        />
      </div>
      {values.model === 'open' && <ArrivalFields />}
      {(values.url.startsWith('https:') || !plainTls(values.tls)) && <TlsFields />}
    </>
  );
}

/** Settings left over from an https target must stay in sight: they clash with http. */
function plainTls(tls: FormValues['tls']): boolean {
  return tls.verify && tls.ca === null && tls.serverName === null && tls.clientCertificate === null;
}

function ArrivalFields() {
  const { t } = useTranslation();
  const { values, set } = useLaunchForm();
  const maxQueued = useField('maxQueued', '/load/maxQueued');
  const seed = useField('seed', '/load/seed');
  return (
    <div className="fields3">
      <NativeSelect
        label={t('launch.arrivals')}
        value={values.arrivals}
        onChange={(event) => set({ arrivals: event.currentTarget.value as FormValues['arrivals'] })}
        data={[
          { value: 'constant', label: t('launch.arrivalsConstant') },
          { value: 'poisson', label: t('launch.arrivalsPoisson') },
        ]}
      />
      <TextInput {...maxQueued} label={t('launch.maxQueued')} inputMode="numeric" />
      {values.arrivals === 'poisson' && <TextInput {...seed} label={t('launch.seed')} inputMode="numeric" />}
    </div>
  );
}

function TlsFields() {
  const { t } = useTranslation();
  const { values, set, error } = useLaunchForm();
  const { tls } = values;
  const change = (next: Partial<FormValues['tls']>) => set({ tls: { ...tls, ...next } });
  const orNull = (text: string) => (text === '' ? null : text);
  return (
    <>
      <Switch
        checked={tls.verify}
        onChange={(event) => change({ verify: event.currentTarget.checked })}
        label={t('launch.tlsVerify')}
        description={t('launch.tlsVerifyWhat')}
      />
      <TextInput
        label={t('launch.tlsName')}
        value={tls.serverName ?? ''}
        error={error('/connection/tls/serverName')}
        onChange={(event) => change({ serverName: orNull(event.currentTarget.value) })}
      />
      <Textarea
        label={t('launch.tlsCa')}
        placeholder="-----BEGIN CERTIFICATE-----"
        autosize
        minRows={2}
        maxRows={8}
        data-mono
        value={tls.ca ?? ''}
        error={error('/connection/tls/ca')}
        onChange={(event) => change({ ca: orNull(event.currentTarget.value) })}
      />
      {error('/connection/tls') && <div className="field-error">{error('/connection/tls')}</div>}
      {tls.clientCertificate && <p className="soft small">{t('launch.tlsClient')}</p>}
    </>
  );
}
