import { TextInput } from '@mantine/core';
import { launchFormWords, launchWords } from '@plimsoll/wording/en/launch';
import { useQuery } from '@tanstack/react-query';
import { health, system } from '../../../api/system.ts';
import { textField } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';

/** The warm-up, and the workers that make the load. */
export function WarmupGenerators() {
  const form = useLaunchForm();
  const { data: state } = useQuery(health);
  const { data: limits } = useQuery(system);
  const order = ['label', 'input', 'description', 'error'] as const;
  const online = state ? ` ${launchFormWords.generatorsOnline({ count: state.workers })}` : '';
  const labels = limits?.workerLabels.length ? ` ${launchFormWords.labelsOnline({ labels: limits.workerLabels.join(', ') })}` : '';
  return (
    <div className={formStyles.fields2}>
      <TextInput
        {...textField(form, 'warmup', '/warmup')}
        label={launchWords.warmup}
        description={launchWords.warmupWhat}
        inputWrapperOrder={[...order]}
      />
      <TextInput
        {...textField(form, 'generators', '/generators')}
        label={launchFormWords.generators}
        description={`${launchFormWords.generatorsWhat}${online}`}
        inputWrapperOrder={[...order]}
        inputMode="numeric"
      />
      <TextInput
        {...textField(form, 'workerLabel', '/workers/label')}
        label={launchFormWords.workerLabel}
        description={`${launchFormWords.workerLabelWhat}${labels}`}
        inputWrapperOrder={[...order]}
        autoCapitalize="none"
        spellCheck={false}
      />
    </div>
  );
}
