import { Switch, TextInput } from '@mantine/core';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { FieldMessage } from '../../../ui/form/field-error.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { PairRows } from '../rows/pair-rows.tsx';
import { TracingField } from './tracing-field.tsx';

/** The sources of the target's resources while the load runs, and traces of single requests in it. */
export function ResourcesFields() {
  const { values, set, errorIn } = useLaunchForm();
  return (
    <>
      <Switch
        checked={values.watchTarget}
        onChange={(event) => set({ watchTarget: event.currentTarget.checked })}
        label={launchFormWords.watchTarget}
        description={launchFormWords.watchTargetWhat}
      />
      {values.watchTarget && (
        <TextInput
          value={values.watchedProcess}
          onChange={(event) => set({ watchedProcess: event.currentTarget.value })}
          label={launchFormWords.watchedProcess}
          description={launchFormWords.watchedProcessWhat}
          placeholder="gunicorn"
        />
      )}
      <PairRows
        rows={values.scrape}
        onChange={(scrape) => set({ scrape })}
        pointer="/resources/scrape"
        texts={{
          legend: launchFormWords.scrape,
          name: launchFormWords.scrapeName,
          value: launchFormWords.scrapeUrl,
          add: launchFormWords.addScrape,
          namePlaceholder: 'node',
          valuePlaceholder: 'http://127.0.0.1:9100/metrics',
        }}
      />
      <FieldMessage message={errorIn('/resources')} at="/resources" />
      <TracingField />
    </>
  );
}
