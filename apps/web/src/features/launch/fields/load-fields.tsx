import { SegmentedControl, Switch, TextInput } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { Loading } from '../../../ui/notice/loading.tsx';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { StagesEditor } from '../lazy-fields.ts';
import { type FormValues, firstRequest } from '../values/form-values.ts';

/** Closed or open, how much, how long, keep-alive: what most runs need and no more. */
export function LoadFields() {
  const { values, set } = useLaunchForm();
  return (
    <>
      <div className="stack" style={{ gap: 8 }}>
        <div className={formStyles.fieldLabel} id="load-model">
          {launchWords.load}
        </div>
        <div className="row">
          <SegmentedControl
            aria-labelledby="load-model"
            value={values.model}
            onChange={(model) => set({ model: model as FormValues['model'] })}
            data={[
              { value: 'open', label: launchWords.open },
              { value: 'closed', label: launchWords.closed },
            ]}
          />
          <SegmentedControl
            aria-label={launchWords.shape}
            value={values.shape}
            onChange={(shape) => set({ shape: shape as FormValues['shape'] })}
            data={[
              { value: 'steady', label: launchWords.steady },
              { value: 'stages', label: launchWords.stages },
            ]}
          />
          <span className="soft small" style={{ flex: '1 1 240px' }}>
            {values.model === 'closed' ? launchWords.closedWhat : launchWords.openWhat}
          </span>
        </div>
      </div>
      {values.shape === 'stages' ? (
        <Suspense fallback={<Loading rows={3} />}>
          <StagesEditor />
        </Suspense>
      ) : values.model === 'closed' ? (
        <ClosedFields />
      ) : (
        <OpenFields />
      )}
      <KeepAlive />
    </>
  );
}

function ClosedFields() {
  const form = useLaunchForm();
  const { isCall, isSocket } = firstRequest(form.values);
  const connections = textField(form, 'connections', '/load/connections');
  const duration = textField(form, 'duration', '/load/duration');
  const requests = textField(form, 'requests', '/load/requests');
  return (
    <div className={formStyles.fields3}>
      <TextInput {...connections} label={launchWords.connections} inputMode="numeric" />
      <TextInput {...duration} label={launchWords.stopAfter} placeholder={launchWords.noLimit} />
      <TextInput
        {...requests}
        label={isCall ? launchWords.orCalls : isSocket ? launchWords.orSockets : launchWords.orRequests}
        placeholder={launchWords.noLimit}
        inputMode="numeric"
      />
    </div>
  );
}

function OpenFields() {
  const form = useLaunchForm();
  const { isCall, isSocket } = firstRequest(form.values);
  const rate = textField(form, 'rate', '/load/rate');
  const duration = textField(form, 'duration', '/load/duration');
  const maxConnections = textField(form, 'maxConnections', '/load/maxConnections');
  return (
    <div className={formStyles.fields3}>
      <TextInput
        {...rate}
        label={isCall ? launchWords.callRate : isSocket ? launchWords.socketRate : launchWords.rate}
        inputMode="decimal"
      />
      <TextInput {...duration} label={launchWords.duration} />
      <TextInput {...maxConnections} label={launchWords.maxConnections} inputMode="numeric" />
    </div>
  );
}

function KeepAlive() {
  const { values, set, ready } = useLaunchForm();
  // Each WebSocket is a connection of its own.
  if (firstRequest(values).isSocket) return null;
  return (
    <div className={`row ${launchStyles.keepAlive}`}>
      <Switch
        checked={values.keepAlive}
        onChange={(event) => set({ keepAlive: event.currentTarget.checked })}
        label={launchWords.keepAlive}
        description={firstRequest(values).isCall ? launchWords.keepAliveCall : launchWords.keepAliveWhat}
        styles={{ label: { fontWeight: 600 } }}
      />
      <CompareChip ready={ready} />
    </div>
  );
}

/** To an A/B of this very form; of nothing while the form says nothing that could run. */
function CompareChip({ ready }: { ready: boolean }) {
  const content = (
    <>
      <IconPlus size={13} stroke={2.6} aria-hidden />
      {launchWords.compareKeepAlive}
    </>
  );
  return ready ? (
    <Link to="/experiments/new" search={{ from: 'draft', vary: 'keepAlive' }} className={`chip tone-live push ${launchStyles.compareChip}`}>
      {content}
    </Link>
  ) : (
    <span className={`chip tone-even push ${launchStyles.compareChip}`} title={launchWords.compareNotYet}>
      {content}
    </span>
  );
}
