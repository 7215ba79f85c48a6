import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textField } from '../../ui/form/fields.ts';
import { Folds } from './folds.tsx';
import { autoName, firstRequest } from './form-values.ts';
import { LaunchContext, useLaunchForm } from './launch-context.ts';
import type { LaunchState } from './launch-state.ts';
import { LoadFields } from './load-fields.tsx';
import { TargetFields } from './target-fields.tsx';

export function LaunchFormFields({ state }: { state: LaunchState }) {
  return (
    <LaunchContext.Provider value={state.form}>
      <form className="card pad stack" style={{ gap: 18 }} noValidate onSubmit={(event) => event.preventDefault()}>
        <NameField />
        <TargetFields />
        <LoadFields />
        <Folds />
      </form>
    </LaunchContext.Provider>
  );
}

function NameField() {
  const { t } = useTranslation();
  const form = useLaunchForm();
  const { values } = form;
  return (
    <TextInput
      {...textField(form, 'name')}
      label={t('launch.name')}
      placeholder={firstRequest(values).url ? autoName(values) : t('launch.nameExample')}
    />
  );
}
