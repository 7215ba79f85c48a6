import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RowList } from '../../../ui/form/row-list.tsx';
import launchStyles from '../launch.module.css';
import { useLaunchForm } from '../launch-context.ts';
import { type ExtractRow, emptyExtract, extractKinds } from '../values/request-row.ts';
import rowsStyles from './rows.module.css';

const placeholders = { path: '$.token', header: 'x-request-id', regex: 'id=(\\d+)' };

interface Props {
  readonly rows: readonly ExtractRow[];
  /** Where the mapping stands in the plan. */
  readonly pointer: string;
  /** Does the plan send its requests in a mix? Then nothing can be handed on. */
  readonly mixed: boolean;
  onChange(rows: readonly ExtractRow[]): void;
}

/** Values of the response that later requests use. */
export function ExtractRows({ rows, pointer, mixed, onChange }: Props) {
  const { t } = useTranslation();
  const example = `{{${rows[0]?.name || 'token'}}}`;
  return (
    <RowList
      form={useLaunchForm()}
      pointer={pointer}
      legend={t('launchForm.extract')}
      hint={
        <p className={`small soft ${launchStyles.hint}`}>{mixed ? t('launchForm.extractMix') : t('launchForm.extractWhat', { example })}</p>
      }
      rows={rows}
      rowClass={rowsStyles.formRow}
      add={mixed ? null : { text: t('launchForm.addValue'), row: emptyExtract }}
      onChange={onChange}
    >
      {(row, index, put) => (
        <ExtractFields row={row} index={index} place={`${pointer}/${row.name}`} change={(next) => put({ ...row, ...next })} />
      )}
    </RowList>
  );
}

interface FieldsProps {
  readonly row: ExtractRow;
  readonly index: number;
  readonly place: string;
  change(next: Partial<ExtractRow>): void;
}

function ExtractFields({ row, index, place, change }: FieldsProps) {
  const { t } = useTranslation();
  const { errorIn, touch } = useLaunchForm();
  const at = { row: index + 1 };
  return (
    <>
      <TextInput
        aria-label={t('launchForm.extractName', at)}
        placeholder="token"
        className={rowsStyles.narrow}
        errorProps={{ className: rowsStyles.rowError }}
        value={row.name}
        spellCheck={false}
        data-mono
        data-pointer={place}
        error={row.name || row.value ? errorIn(place) : null}
        onChange={(event) => change({ name: event.currentTarget.value })}
        onBlur={() => touch(place)}
      />
      <NativeSelect
        aria-label={t('launchForm.extractFrom', at)}
        className={rowsStyles.narrow}
        value={row.from}
        data={extractKinds.map((kind) => ({ value: kind, label: t(`launchForm.from.${kind}`) }))}
        onChange={(event) => change({ from: event.currentTarget.value as ExtractRow['from'] })}
      />
      <TextInput
        aria-label={t(`launchForm.extractValue.${row.from}`, at)}
        placeholder={placeholders[row.from]}
        value={row.value}
        spellCheck={false}
        data-mono
        onChange={(event) => change({ value: event.currentTarget.value })}
        onBlur={() => touch(place)}
      />
      {row.from === 'regex' && (
        <TextInput
          aria-label={t('launchForm.extractGroup', at)}
          className={rowsStyles.slim}
          leftSection={<span className="small faint">{t('launchForm.group')}</span>}
          leftSectionWidth={52}
          inputMode="numeric"
          value={row.group}
          onChange={(event) => change({ group: event.currentTarget.value })}
          onBlur={() => touch(place)}
        />
      )}
    </>
  );
}
