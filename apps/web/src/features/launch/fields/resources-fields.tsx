import { Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { errorId } from '../../../ui/form/fields.ts';
import formStyles from '../../../ui/form/form.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { PairRows } from '../rows/pair-rows.tsx';

/** What is watched of the target while the load runs. */
export function ResourcesFields() {
  const { t } = useTranslation();
  const { values, set, errorIn } = useLaunchForm();
  const wrong = errorIn('/resources');
  return (
    <>
      <Switch
        checked={values.watchTarget}
        onChange={(event) => set({ watchTarget: event.currentTarget.checked })}
        label={t('launchForm.watchTarget')}
        description={t('launchForm.watchTargetWhat')}
      />
      {values.watchTarget && (
        <TextInput
          value={values.watchedProcess}
          onChange={(event) => set({ watchedProcess: event.currentTarget.value })}
          label={t('launchForm.watchedProcess')}
          description={t('launchForm.watchedProcessWhat')}
          placeholder="gunicorn"
        />
      )}
      <PairRows
        rows={values.scrape}
        onChange={(scrape) => set({ scrape })}
        pointer="/resources/scrape"
        texts={{
          legend: t('launchForm.scrape'),
          name: t('launchForm.scrapeName'),
          value: t('launchForm.scrapeUrl'),
          add: t('launchForm.addScrape'),
          namePlaceholder: 'node',
          valuePlaceholder: 'http://127.0.0.1:9100/metrics',
        }}
      />
      {wrong && (
        <div className={formStyles.fieldError} data-field-error role="alert" id={errorId('/resources')}>
          {wrong}
        </div>
      )}
    </>
  );
}
