import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { AuthFields } from '../fields/auth-fields.tsx';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { PairRows } from '../rows/pair-rows.tsx';
import type { AuthRow } from '../values/request-row.ts';
import '../../../i18n/call-form-text.ts';
import { callPointer, useCall } from './use-call.ts';

/** What goes along with each call, and what is allowed to come back. Folded away: most calls need none of it. */
export function CallDetails() {
  const { t } = useTranslation();
  const form = useCall();
  const { row, values: call, set } = form;
  const { update } = useLaunchForm();
  const signIn = (auth: AuthRow) =>
    update(({ requestRows: [first, ...others] }) => (first ? { requestRows: [{ ...first, auth }, ...others] } : {}));
  return (
    <>
      <PairRows
        rows={call.metadata}
        onChange={(metadata) => set({ metadata })}
        pointer={`${callPointer}/metadata`}
        texts={{
          legend: t('callForm.metadata'),
          name: t('callForm.metadataName'),
          value: t('callForm.metadataValue'),
          add: t('callForm.addMetadata'),
          namePlaceholder: 'x-request-id',
          valuePlaceholder: '{{uuid}}',
        }}
      />
      <p className={`small soft ${launchStyles.hint}`}>{t('callForm.metadataBinary')}</p>
      <AuthFields auth={row.auth} pointer="/target" onChange={signIn} />
      <div className={formStyles.fields2}>
        <TextInput
          {...textField(form, 'authority', `${callPointer}/authority`)}
          label={t('callForm.authority')}
          placeholder={t('callForm.authorityNone')}
          spellCheck={false}
          autoComplete="off"
        />
        <TextInput
          {...textField(form, 'maxMessageBytes', `${callPointer}/maxMessageBytes`)}
          label={t('callForm.largest')}
          inputMode="numeric"
        />
      </div>
      <Switch
        checked={call.gzip}
        onChange={(event) => set({ gzip: event.currentTarget.checked })}
        label={t('callForm.gzip')}
        description={t('callForm.gzipWhat')}
      />
    </>
  );
}
