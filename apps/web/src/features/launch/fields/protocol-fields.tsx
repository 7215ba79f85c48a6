import { NativeSelect, TextInput } from '@mantine/core';
import { httpClients, httpProtocols } from '@plimsoll/contracts/connection';
import { useTranslation } from 'react-i18next';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import type { FormValues } from '../values/form-values.ts';

/** How it connects and how long it waits. */
export function ProtocolFields() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values, set } = form;
  // Calls have one protocol, go over our own sockets, and say beside their streams how many there are at once.
  const grpc = values.protocol === 'grpc';
  const timeout = textField(form, 'timeout', '/timeout');
  const pipelining = textField(form, 'pipelining', '/connection/pipelining');
  const streams = textField(form, 'streams', '/connection/streams');
  const perConnection = textField(form, 'maxRequestsPerConnection', '/connection/maxRequestsPerConnection');
  const active = textField(form, 'maxActiveRequests', '/connection/maxActiveRequests');
  const age = textField(form, 'maxConnectionAge', '/connection/maxConnectionAge');
  return (
    <>
      <div className={formStyles.fields3}>
        {!grpc && (
          <>
            <NativeSelect
              className={formStyles.span2}
              label={t('launch.client')}
              value={values.client}
              {...fieldAt(form, '/connection/client')}
              onChange={(event) => set({ client: event.currentTarget.value as FormValues['client'] })}
              data={httpClients.map((value) => ({ value, label: t(`launch.clients.${value}`) }))}
            />
            <NativeSelect
              label={t('launch.protocolOf')}
              value={values.protocol}
              {...fieldAt(form, '/connection/protocol')}
              onChange={(event) => set({ protocol: event.currentTarget.value as FormValues['protocol'] })}
              data={httpProtocols.map((value) => ({ value, label: t(`launch.protocols.${value}`) }))}
            />
            {values.protocol === 'http1' ? (
              <TextInput {...pipelining} label={t('launch.pipelining')} inputMode="numeric" />
            ) : (
              <TextInput {...streams} label={t('launch.streams')} inputMode="numeric" />
            )}
          </>
        )}
        <TextInput {...active} label={t('launch.maxActive')} placeholder={t('launch.noLimit')} inputMode="numeric" />
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
    </>
  );
}

function ArrivalFields() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values, set } = form;
  const maxQueued = textField(form, 'maxQueued', '/load/maxQueued');
  const seed = textField(form, 'seed', '/load/seed');
  return (
    <div className={formStyles.fields3}>
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
