import { Switch, Textarea, TextInput } from '@mantine/core';
import { maskedSecret } from '@plimsoll/contracts/problem';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { FieldError } from '../../../ui/form/field-error.tsx';
import { fieldAt, groupAt, textField } from '../../../ui/form/fields.ts';
import { FileChoice } from '../../../ui/form/file-choice.tsx';
import { useLaunchForm } from '../launch-context.ts';
import type { TlsValues } from '../values/form-values.ts';
import { readText } from './file-text.ts';
import { useReadChoice } from './read-choice.ts';

const at = '/connection/tls';

/** Whom it trusts, by which name it asks, and who it is. */
export function TlsFields() {
  const { values, update, error, touch } = useLaunchForm();
  const { tls } = values;
  const change = (next: Partial<TlsValues>) => update((now) => ({ tls: { ...now.tls, ...next } }));
  const form = { values: tls, set: change, error, touch };
  return (
    <div className="stack" {...groupAt(form, at)}>
      <Switch
        checked={tls.verify}
        onChange={(event) => change({ verify: event.currentTarget.checked })}
        label={launchWords.tlsVerify}
        description={launchWords.tlsVerifyWhat}
      />
      <TextInput
        {...textField(form, 'serverName', `${at}/serverName`)}
        label={launchWords.tlsName}
        placeholder="api.example.com"
        spellCheck={false}
      />
      <PemField name="ca" label={launchWords.tlsCa} begins="CERTIFICATE" pointer={`${at}/ca`} change={change} />
      <PemField
        name="certificate"
        label={launchFormWords.clientCertificate}
        begins="CERTIFICATE"
        pointer={`${at}/clientCertificate/certificate`}
        change={change}
      />
      <PemField
        name="key"
        label={launchFormWords.clientKey}
        begins="PRIVATE KEY"
        pointer={`${at}/clientCertificate/key`}
        change={change}
        description={tls.key === maskedSecret ? launchFormWords.stored : launchFormWords.clientKeyWhat}
      />
      <FieldError form={form} at={at} />
    </div>
  );
}

interface PemProps {
  readonly name: 'ca' | 'certificate' | 'key';
  readonly label: string;
  readonly begins: string;
  readonly pointer: string;
  readonly description?: string;
  change(next: Partial<TlsValues>): void;
}

/** PEM text, pasted or from a file. */
function PemField({ name, label, begins, pointer, description, change }: PemProps) {
  const form = useLaunchForm();
  const { values } = form;
  const field = fieldAt(form, pointer);
  const { read, refused, clear } = useReadChoice(readText);
  const upload = async (file: File) => {
    const text = await read(file);
    if (text === null) return;
    form.touch(pointer);
    change({ [name]: text });
  };
  return (
    <div className="stack" style={{ gap: 6 }}>
      <Textarea
        {...field}
        label={label}
        placeholder={`-----BEGIN ${begins}-----`}
        autosize
        minRows={2}
        maxRows={6}
        spellCheck={false}
        autoComplete="off"
        data-mono
        value={values.tls[name]}
        error={refused ?? field.error}
        onChange={(event) => {
          clear();
          change({ [name]: event.currentTarget.value });
        }}
        onFocus={(event) => values.tls[name] === maskedSecret && event.currentTarget.select()}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...(description ? { description } : {})}
      />
      <div>
        <FileChoice
          accept=".pem,.crt,.cer,.key"
          onChoose={(file) => void upload(file)}
          size="compact-xs"
          variant="subtle"
          aria-label={launchFormWords.fromFileOf({ what: label })}
        >
          {launchFormWords.fromFile}
        </FileChoice>
      </div>
    </div>
  );
}
