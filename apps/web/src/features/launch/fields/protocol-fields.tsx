import { NativeSelect, TextInput } from '@mantine/core';
import { choosesClient, httpClients, httpProtocols } from '@plimsoll/contracts/connection';
import { launchingWords } from '@plimsoll/wording/en/app';
import { launchWords } from '@plimsoll/wording/en/launch';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { PerLoopCalculator } from '../shapes/lazy-tools.ts';
import { ToolButton } from '../shapes/tool-button.tsx';
import type { FormValues } from '../values/form-values.ts';

/** The connections and the timeouts. */
export function ProtocolFields() {
  const form = useLaunchForm();
  const { values, set } = form;
  // Calls and WebSockets have one protocol and go over our own sockets. Calls say beside their streams how many there are at once.
  const chooses = choosesClient(values);
  const kept = values.protocol !== 'websocket';
  const timeout = textField(form, 'timeout', '/timeout');
  const pipelining = textField(form, 'pipelining', '/connection/pipelining');
  const streams = textField(form, 'streams', '/connection/streams');
  const perConnection = textField(form, 'maxRequestsPerConnection', '/connection/maxRequestsPerConnection');
  const active = textField(form, 'maxActiveRequests', '/connection/maxActiveRequests');
  const age = textField(form, 'maxConnectionAge', '/connection/maxConnectionAge');
  return (
    <>
      <div className={formStyles.fields3}>
        {chooses && (
          <>
            <NativeSelect
              className={formStyles.span2}
              label={launchWords.client}
              value={values.client}
              {...fieldAt(form, '/connection/client')}
              onChange={(event) => set({ client: event.currentTarget.value as FormValues['client'] })}
              data={httpClients.map((value) => ({ value, label: launchWords.clients[value] }))}
            />
            <NativeSelect
              label={launchWords.protocolOf}
              value={values.protocol}
              {...fieldAt(form, '/connection/protocol')}
              onChange={(event) => set({ protocol: event.currentTarget.value as FormValues['protocol'] })}
              data={httpProtocols.map((value) => ({ value, label: launchingWords.protocols[value] }))}
            />
            {values.protocol === 'http1' ? (
              <TextInput {...pipelining} label={launchWords.pipelining} inputMode="numeric" />
            ) : (
              <TextInput {...streams} label={launchWords.streams} inputMode="numeric" />
            )}
          </>
        )}
        <TextInput {...active} label={launchWords.maxActive} placeholder={launchWords.noLimit} inputMode="numeric" />
        <TextInput {...timeout} label={launchWords.timeout} />
        {kept && (
          <>
            <TextInput {...perConnection} label={launchWords.perConnection} placeholder={launchWords.noLimit} inputMode="numeric" />
            <TextInput {...age} label={launchWords.maxAge} placeholder={launchWords.noLimit} />
          </>
        )}
        <NativeSelect
          label={launchWords.dns}
          value={values.dns}
          onChange={(event) => set({ dns: event.currentTarget.value as FormValues['dns'] })}
          data={[
            { value: 'each', label: launchWords.dnsEach },
            { value: 'once', label: launchWords.dnsOnce },
          ]}
        />
      </div>
      {values.model === 'open' && <ArrivalFields />}
      {values.model === 'open' && values.shape === 'steady' && (
        <ToolButton label={launchWords.perLoop}>
          <PerLoopCalculator />
        </ToolButton>
      )}
    </>
  );
}

function ArrivalFields() {
  const form = useLaunchForm();
  const { values, set } = form;
  const maxQueued = textField(form, 'maxQueued', '/load/maxQueued');
  const seed = textField(form, 'seed', '/load/seed');
  return (
    <div className={formStyles.fields3}>
      <NativeSelect
        label={launchWords.arrivals}
        value={values.arrivals}
        onChange={(event) => set({ arrivals: event.currentTarget.value as FormValues['arrivals'] })}
        data={[
          { value: 'constant', label: launchWords.arrivalsConstant },
          { value: 'poisson', label: launchWords.arrivalsPoisson },
        ]}
      />
      <TextInput {...maxQueued} label={launchWords.maxQueued} inputMode="numeric" />
      {values.arrivals === 'poisson' && <TextInput {...seed} label={launchWords.seed} inputMode="numeric" />}
    </div>
  );
}
