import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLaunchForm } from './launch-context.ts';

const examples = ['p(99) < 250ms', 'error_rate < 1%', 'throughput > 1000'];

/** What the whole run must hold to pass. */
export function ThresholdRows() {
  const { t } = useTranslation();
  const { values, set, error, touch } = useLaunchForm();
  const rows = values.thresholds;
  return (
    <fieldset className="plain-fieldset stack" style={{ gap: 8 }}>
      <legend className="field-label">{t('launch.thresholds')}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are edited in place
        <div key={index} className="pair" style={{ gridTemplateColumns: 'minmax(0, 1fr) auto' }}>
          <TextInput
            aria-label={t('launch.threshold', { row: index + 1 })}
            placeholder={examples[index % examples.length] ?? ''}
            value={row}
            spellCheck={false}
            data-mono
            error={error(`/thresholds/${index}`)}
            onChange={(event) => set({ thresholds: rows.map((text, at) => (at === index ? event.currentTarget.value : text)) })}
            onBlur={() => touch(`/thresholds/${index}`)}
          />
          <ActionIcon
            aria-label={t('common.removeRow', { row: index + 1 })}
            onClick={() => set({ thresholds: rows.filter((_, at) => at !== index) })}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error('/thresholds') && <div className="field-error">{error('/thresholds')}</div>}
      <div className="row tight">
        <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => set({ thresholds: [...rows, ''] })}>
          {t('launch.addThreshold')}
        </Button>
        {examples
          .filter((example) => !rows.includes(example))
          .map((example) => (
            <Button
              key={example}
              size="compact-xs"
              variant="subtle"
              ff="var(--mono)"
              onClick={() => set({ thresholds: [...rows, example] })}
            >
              {example}
            </Button>
          ))}
      </div>
    </fieldset>
  );
}
