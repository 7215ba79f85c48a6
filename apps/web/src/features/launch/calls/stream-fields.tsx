import { Switch, TextInput } from '@mantine/core';
import type { MethodKind } from '@plimsoll/contracts/grpc-description';
import { callFormWords } from '@plimsoll/wording/en/call-form';
import { fieldAt, textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { emptyCall } from '../values/call-row.ts';
import { callPointer, useCall } from './use-call.ts';

const sending: readonly MethodKind[] = ['client_streaming', 'bidi_streaming'];
const timings = [
  { name: 'messagesPerStream', label: 'perStream', none: 'perStreamNone', kinds: sending, mode: 'numeric' },
  { name: 'messageInterval', label: 'interval', none: 'intervalNone', kinds: sending, mode: 'text' },
  { name: 'streamDuration', label: 'streamFor', none: 'streamForNone', kinds: [...sending, 'server_streaming'], mode: 'text' },
  { name: 'deadline', label: 'deadline', none: 'deadlineNone', kinds: [...sending, 'server_streaming', 'unary'], mode: 'text' },
] as const;

/**
 * When the messages of a call are sent, and when it ends. Fields that the method's kind lacks are left out, unless something stands there.
 */
export function StreamFields({ kind }: { kind: MethodKind | null }) {
  const form = useCall();
  const launch = useLaunchForm();
  const { values: call, set } = form;
  const has = (kinds: readonly MethodKind[]) => kind === null || kinds.includes(kind);
  const shown = timings.filter(({ name, kinds }) => has(kinds) || call[name] !== '');
  return (
    <>
      <div className={formStyles.fields3}>
        {shown.map(({ name, label, none, kinds, mode }) => {
          const field = textField(form, name, `${callPointer}/${name}`);
          const error = kind !== null && !has(kinds) ? callFormWords.hasNone({ kind: callFormWords.kind[kind] }) : field.error;
          return (
            <TextInput
              key={name}
              {...field}
              error={error}
              label={callFormWords[label]}
              placeholder={callFormWords[none]}
              inputMode={mode}
            />
          );
        })}
        <TextInput {...textField(launch, 'streams', '/connection/streams')} label={callFormWords.atOnce} inputMode="numeric" />
      </div>
      {(has(['bidi_streaming']) || call.roundTrip !== emptyCall.roundTrip) && (
        <Switch
          {...fieldAt(form, `${callPointer}/roundTrip`)}
          checked={call.roundTrip}
          onChange={(event) => set({ roundTrip: event.currentTarget.checked })}
          label={callFormWords.roundTrip}
          description={callFormWords.roundTripWhat}
        />
      )}
    </>
  );
}
