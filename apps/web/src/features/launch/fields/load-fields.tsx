import { SegmentedControl, Switch, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import chipStyles from '../../../ui/chip.module.css';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import toneStyles from '../../../ui/tone.module.css';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { PerLoopCalculator } from '../shapes/lazy-tools.ts';
import { ToolButton } from '../shapes/tool-button.tsx';
import { type FormValues, firstRequest } from '../values/form-values.ts';
import { StagesEditor } from './stages-editor.tsx';

/** Closed or open, how much, how long, keep-alive: what most runs need and no more. */
export function LoadFields() {
  const { t } = useTranslation();
  const { values, set } = useLaunchForm();
  return (
    <>
      <div className="stack" style={{ gap: 8 }}>
        <div className={formStyles.fieldLabel} id="load-model">
          {t('launch.load')}
        </div>
        <div className="row">
          <SegmentedControl
            aria-labelledby="load-model"
            value={values.model}
            onChange={(model) => set({ model: model as FormValues['model'] })}
            data={[
              { value: 'open', label: t('launch.open') },
              { value: 'closed', label: t('launch.closed') },
            ]}
          />
          <SegmentedControl
            aria-label={t('launch.shape')}
            value={values.shape}
            onChange={(shape) => set({ shape: shape as FormValues['shape'] })}
            data={[
              { value: 'steady', label: t('launch.steady') },
              { value: 'stages', label: t('launch.stages') },
            ]}
          />
          <span className="soft small" style={{ flex: '1 1 240px' }}>
            {t(values.model === 'closed' ? 'launch.closedWhat' : 'launch.openWhat')}
          </span>
        </div>
      </div>
      {values.shape === 'stages' ? <StagesEditor /> : values.model === 'closed' ? <ClosedFields /> : <OpenFields />}
      <KeepAlive />
    </>
  );
}

function ClosedFields() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { isCall } = firstRequest(form.values);
  const connections = textField(form, 'connections', '/load/connections');
  const duration = textField(form, 'duration', '/load/duration');
  const requests = textField(form, 'requests', '/load/requests');
  return (
    <div className={formStyles.fields3}>
      <TextInput {...connections} label={t('launch.connections')} inputMode="numeric" />
      <TextInput {...duration} label={t('launch.stopAfter')} placeholder={t('launch.noLimit')} />
      <TextInput
        {...requests}
        label={t(isCall ? 'launch.orCalls' : 'launch.orRequests')}
        placeholder={t('launch.noLimit')}
        inputMode="numeric"
      />
    </div>
  );
}

function OpenFields() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { isCall } = firstRequest(form.values);
  const rate = textField(form, 'rate', '/load/rate');
  const duration = textField(form, 'duration', '/load/duration');
  const maxConnections = textField(form, 'maxConnections', '/load/maxConnections');
  return (
    <div className="stack" style={{ gap: 6 }}>
      <div className={formStyles.fields3}>
        <TextInput {...rate} label={t(isCall ? 'launch.callRate' : 'launch.rate')} inputMode="decimal" />
        <TextInput {...duration} label={t('launch.duration')} />
        <TextInput {...maxConnections} label={t('launch.maxConnections')} inputMode="numeric" />
      </div>
      <ToolButton label={t('launch.perLoop')}>
        <PerLoopCalculator />
      </ToolButton>
    </div>
  );
}

function KeepAlive() {
  const { t } = useTranslation();
  const { values, set, ready } = useLaunchForm();
  return (
    <div className={`row ${launchStyles.keepAlive}`}>
      <Switch
        checked={values.keepAlive}
        onChange={(event) => set({ keepAlive: event.currentTarget.checked })}
        label={t('launch.keepAlive')}
        description={t(firstRequest(values).isCall ? 'launch.keepAliveCall' : 'launch.keepAliveWhat')}
        styles={{ label: { fontWeight: 600 } }}
      />
      <CompareChip ready={ready} />
    </div>
  );
}

/** To an A/B of this very form; of nothing while the form says nothing that could run. */
function CompareChip({ ready }: { ready: boolean }) {
  const { t } = useTranslation();
  const content = (
    <>
      <IconPlus size={13} stroke={2.6} aria-hidden />
      {t('launch.compareKeepAlive')}
    </>
  );
  return ready ? (
    <Link
      to="/experiments/new"
      search={{ from: 'draft', vary: 'keepAlive' }}
      className={`${chipStyles.chip} ${toneStyles.live} push ${launchStyles.compareChip}`}
    >
      {content}
    </Link>
  ) : (
    <span className={`${chipStyles.chip} ${toneStyles.even} push ${launchStyles.compareChip}`} title={t('launch.compareNotYet')}>
      {content}
    </span>
  );
}
