import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type StreamInput, streamForms, tokenShapes } from '@plimsoll/contracts/stream';
import { streamFormNameWords } from '@plimsoll/wording/en/names';
import { streamFormWords } from '@plimsoll/wording/en/stream-form';
import { fieldAt } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { readStream, type StreamValues, writeStream } from '../values/stream-values.ts';

interface Props {
  readonly stream: StreamInput | null;
  /** Where it stands in the plan. */
  readonly pointer: string;
  onChange(stream: StreamInput | null): void;
}

/** Is the answer a stream of messages, and if so: of what, until when? */
export function StreamFields({ stream, pointer, onChange }: Props) {
  const values = readStream(stream);
  const set = (change: Partial<StreamValues>) => onChange(writeStream({ ...values, ...change }));
  return (
    <div className="stack" style={{ gap: 8 }}>
      <NativeSelect
        {...useField(pointer)}
        label={streamFormWords.answer}
        description={streamFormWords.answerWhat[values.as]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={values.as}
        onChange={(event) => set({ as: event.currentTarget.value as StreamValues['as'] })}
        data={[
          { value: 'none', label: streamFormWords.whole },
          ...streamForms.map((value) => ({ value, label: streamFormNameWords[value] })),
        ]}
      />
      {values.as !== 'none' && <StreamSettings values={values} pointer={pointer} set={set} />}
    </div>
  );
}

function useField(pointer: string) {
  return fieldAt(useLaunchForm(), pointer);
}

interface SettingsProps {
  readonly values: StreamValues;
  readonly pointer: string;
  set(change: Partial<StreamValues>): void;
}

function StreamSettings({ values, pointer, set }: SettingsProps) {
  const form = useLaunchForm();
  const text = (name: keyof typeof places) => ({
    ...fieldAt(form, `${pointer}/${places[name]}`),
    label: streamFormWords[name],
    value: values[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      {values.as !== 'chunks' && (
        <>
          <div className={formStyles.fields3}>
            <NativeSelect
              {...fieldAt(form, `${pointer}/tokens`)}
              label={streamFormWords.tokens}
              value={values.tokens}
              onChange={(event) => set({ tokens: event.currentTarget.value as StreamValues['tokens'] })}
              data={(['none', ...tokenShapes] as const).map((value) => ({ value, label: streamFormWords.tokenShapes[value] }))}
            />
            {values.tokens !== 'none' && <TextInput {...text('ttft')} placeholder="500ms" />}
            {values.tokens !== 'none' && <TextInput {...text('itl')} placeholder="80ms" />}
          </div>
          {values.tokens !== 'none' && (
            <p className="soft small" style={{ margin: 0 }}>
              {streamFormWords.tokensWhat}
            </p>
          )}
        </>
      )}
      <div className={formStyles.fields2}>
        <TextInput
          {...text('doneAt')}
          placeholder={values.tokens === 'openai' ? '[DONE]' : values.tokens === 'anthropic' ? 'message_stop' : streamFormWords.doneAtNone}
          data-mono
        />
        <TextInput {...text('endMessages')} placeholder={streamFormWords.noEnd} inputMode="numeric" />
        <TextInput {...text('endDuration')} placeholder={streamFormWords.noEnd} />
        <TextInput {...text('maxMessageBytes')} placeholder="1048576" inputMode="numeric" />
      </div>
      <p className="soft small" style={{ margin: 0 }}>
        {streamFormWords.doneAtWhat} {streamFormWords.endWhat}
      </p>
      {values.as === 'sse' && (
        <Checkbox
          {...fieldAt(form, `${pointer}/reconnect`)}
          label={streamFormWords.reconnect}
          checked={values.reconnect}
          onChange={(event) => set({ reconnect: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const places = {
  ttft: 'tokens/ttft',
  itl: 'tokens/itl',
  doneAt: 'doneAt',
  endMessages: 'endAfter/messages',
  endDuration: 'endAfter/duration',
  maxMessageBytes: 'maxMessageBytes',
} as const;
