import { TextInput } from '@mantine/core';
import { tracingFormWords } from '@plimsoll/wording/en/tracing-form';
import { useState } from 'react';
import { fieldAt } from '../../../ui/form/fields.ts';
import { useLaunchForm } from '../launch-context.ts';
import { readShare, withShare, writeShare } from '../values/tracing-share.ts';

/** The share of requests that carry a trace. */
export function TracingField() {
  const form = useLaunchForm();
  const kept = writeShare(form.values.extra.plan.tracing);
  const [typed, setTyped] = useState(kept);
  return (
    <TextInput
      {...fieldAt(form, '/tracing/sample')}
      // As it was typed (`1.`), while it says what the plan says.
      value={writeShare(readShare(typed)) === kept ? typed : kept}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        form.update((now) => withShare(now, value));
      }}
      label={tracingFormWords.share}
      description={tracingFormWords.shareWhat}
      placeholder={tracingFormWords.none}
      inputMode="decimal"
    />
  );
}
