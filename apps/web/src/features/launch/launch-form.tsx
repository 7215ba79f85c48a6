import { TextInput } from '@mantine/core';
import { launchWords } from '@plimsoll/wording/en/launch';
import { textField } from '../../ui/form/fields.ts';
import { LoadFields } from './fields/load-fields.tsx';
import { Folds } from './folds.tsx';
import { LaunchContext, SendOneContext, useLaunchForm } from './launch-context.ts';
import type { LaunchState } from './launch-state.ts';
import { TargetFields } from './target-fields.tsx';
import { autoName, firstRequest } from './values/form-values.ts';

export function LaunchFormFields({ state }: { state: LaunchState }) {
  return (
    <LaunchContext.Provider value={state.form}>
      <SendOneContext.Provider value={state.sendOne}>
        <form className="card pad stack" style={{ gap: 18 }} noValidate onSubmit={(event) => event.preventDefault()}>
          <NameField />
          <TargetFields />
          <LoadFields />
          <Folds />
        </form>
      </SendOneContext.Provider>
    </LaunchContext.Provider>
  );
}

function NameField() {
  const form = useLaunchForm();
  const { values } = form;
  return (
    <TextInput
      {...textField(form, 'name')}
      label={launchWords.name}
      placeholder={firstRequest(values).url ? autoName(values) : launchWords.nameExample}
    />
  );
}
