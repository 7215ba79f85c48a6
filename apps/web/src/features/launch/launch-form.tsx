import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { textField } from '../../ui/form/fields.ts';
import { LoadFields } from './fields/load-fields.tsx';
import { TargetFields } from './fields/target-fields.tsx';
import { Folds } from './folds/folds.tsx';
import { LaunchContext, useLaunchForm } from './launch-context.ts';
import type { LaunchState } from './launch-state.ts';
import { autoName, firstRequest } from './values/form-values.ts';

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
