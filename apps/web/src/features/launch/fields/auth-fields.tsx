import { SegmentedControl, TextInput } from '@mantine/core';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useId } from 'react';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { groupAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { type AuthRow, authKinds } from '../values/request-row.ts';
import { SecretField } from './secret-field.tsx';

interface Props {
  readonly auth: AuthRow;
  /** Where the request stands in the plan. */
  readonly pointer: string;
  onChange(auth: AuthRow): void;
}

/** The credentials of the request. */
export function AuthFields({ auth, pointer, onChange }: Props) {
  const { error, touch } = useLaunchForm();
  const id = useId();
  const form = { values: auth, set: (change: Partial<AuthRow>) => onChange({ ...auth, ...change }), error, touch };
  const at = `${pointer}/auth`;
  return (
    <div className="stack" style={{ gap: 8 }} {...groupAt(form, at)}>
      <div className={formStyles.fieldLabel} id={id}>
        {launchFormWords.auth}
      </div>
      <div>
        <SegmentedControl
          aria-labelledby={id}
          size="xs"
          value={auth.kind}
          onChange={(kind) => onChange({ ...auth, kind: kind as AuthRow['kind'] })}
          data={authKinds.map((kind) => ({ value: kind, label: launchFormWords.authKind[kind] }))}
        />
      </div>
      {auth.kind === 'basic' && (
        <div className={formStyles.fields2}>
          <TextInput
            {...textField(form, 'username', `${at}/basic/username`)}
            label={launchFormWords.username}
            autoComplete="off"
            spellCheck={false}
          />
          <SecretField {...textField(form, 'password', `${at}/basic/password`)} label={launchFormWords.password} />
        </div>
      )}
      {auth.kind === 'bearer' && (
        <SecretField {...textField(form, 'token', `${at}/bearer`)} label={launchFormWords.token} placeholder="{{token}}" />
      )}
      <FieldError form={form} at={at} />
    </div>
  );
}
