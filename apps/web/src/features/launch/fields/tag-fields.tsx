import { Textarea } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { textField } from '../../../ui/form/fields.ts';
import { useLaunchForm } from '../launch-context.ts';
import { PairRows } from '../rows/pair-rows.tsx';

export function TagsNote() {
  const form = useLaunchForm();
  const { values, set } = form;
  return (
    <>
      <PairRows
        rows={values.tags}
        onChange={(tags) => set({ tags })}
        pointer="/tags"
        texts={{
          legend: launchWords.tags,
          name: launchWords.tagName,
          value: launchWords.tagValue,
          add: launchWords.addTag,
          namePlaceholder: 'branch',
          valuePlaceholder: 'main',
        }}
      />
      <Textarea {...textField(form, 'note')} label={launchWords.note} autosize minRows={2} maxRows={10} />
    </>
  );
}
