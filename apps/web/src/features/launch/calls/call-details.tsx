import { Switch, TextInput } from '@mantine/core';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { AuthFields } from '../fields/auth-fields.tsx';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { PairRows } from '../rows/pair-rows.tsx';
import type { AuthRow } from '../values/request-row.ts';
import { callPointer, useCall } from './use-call.ts';

/** The metadata and credentials of each call, and the limits of its answer. Folded away: most calls need none of it. */
export function CallDetails() {
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
          legend: callFormWords.metadata,
          name: callFormWords.metadataName,
          value: callFormWords.metadataValue,
          add: callFormWords.addMetadata,
          namePlaceholder: 'x-request-id',
          valuePlaceholder: '{{uuid}}',
        }}
      />
      <p className={`small soft ${launchStyles.hint}`}>{callFormWords.metadataBinary}</p>
      <AuthFields auth={row.auth} pointer="/target" onChange={signIn} />
      <div className={formStyles.fields2}>
        <TextInput
          {...textField(form, 'authority', `${callPointer}/authority`)}
          label={callFormWords.authority}
          placeholder={callFormWords.authorityNone}
          spellCheck={false}
          autoComplete="off"
        />
        <TextInput
          {...textField(form, 'maxMessageBytes', `${callPointer}/maxMessageBytes`)}
          label={callFormWords.largest}
          inputMode="numeric"
        />
      </div>
      <Switch
        checked={call.gzip}
        onChange={(event) => set({ gzip: event.currentTarget.checked })}
        label={callFormWords.gzip}
        description={callFormWords.gzipWhat}
      />
    </>
  );
}
