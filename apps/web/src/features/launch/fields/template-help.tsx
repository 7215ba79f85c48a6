import { parseRows } from '@plimsoll/contracts/data-rows';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { useMemo } from 'react';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { inSequence } from '../values/form-values.ts';

const most = 8;

interface Props {
  /** The request's place in the plan. */
  readonly index: number;
  /** Where templates may stand; absent: in an HTTP request. */
  readonly intro?: string;
  /** Templates beside those that every text may hold. */
  readonly more?: readonly string[];
}

/** One line of what a text may hold: made-up values, columns of the data rows, values of earlier requests. */
export function TemplateHelp({ index, intro, more = [] }: Props) {
  const { values } = useLaunchForm();
  const { data } = values;
  const columns = useMemo(() => {
    const rows = data ? parseRows(data) : { columns: [] };
    return 'columns' in rows ? rows.columns : [];
  }, [data]);
  const carried = inSequence(values) ? values.requestRows.slice(0, index).flatMap((row) => row.extract.map(({ name }) => name)) : [];
  const own = [...new Set([...carried.filter(Boolean), ...columns.map((column) => `row.${column}`)])];
  const names = ['uuid', 'seq', 'now', 'randomInt 1 100', ...more, ...own.slice(0, most)].map((name) => `{{${name}}}`);
  return (
    <p className={`small soft ${launchStyles.hint} ${launchStyles.templateHelp}`}>
      {intro ?? launchFormWords.help}{' '}
      {names.map((name) => (
        <span key={name}>
          <code>{name}</code>{' '}
        </span>
      ))}
      {own.length > most && '… '}· {launchFormWords.helpOwn} <code>{'{{"{{"}}'}</code>
    </p>
  );
}
