import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { type CheckKind, type CheckRow, checkKinds, emptyCheck, type JsonType, jsonTypes } from '../values/check-row.ts';
import { isBlankCheck } from '../values/request-row.ts';
import { planIndexes } from '../values/rows.ts';
import rowsStyles from './rows.module.css';

const placeholders: Record<CheckKind, string> = {
  status: '200, 2xx, 200-299',
  bodyContains: 'OK',
  jsonPath: '1',
  header: 'application/json',
  maxResponseTime: '500ms',
  maxBodyBytes: '65536',
  other: '{"bodyContains": "OK"}',
};

interface Props {
  readonly rows: readonly CheckRow[];
  /** Where the list stands in the plan. */
  readonly pointer: string;
  readonly legend: string;
  onChange(rows: readonly CheckRow[]): void;
}

/** What a response must be to count as done. */
export function CheckRows({ rows, pointer, legend, onChange }: Props) {
  const { t } = useTranslation();
  const places = planIndexes(rows, isBlankCheck);
  return (
    <RowList
      form={useLaunchForm()}
      pointer={pointer}
      legend={legend}
      rows={rows}
      rowClass={rowsStyles.formRow}
      add={{ text: t('launch.addCheck'), row: { ...emptyCheck, value: rows.length === 0 ? '200' : '' } }}
      onChange={onChange}
    >
      {(row, index, put) => (
        <CheckFields
          row={row}
          index={index}
          pointer={places[index] === null ? '' : `${pointer}/${places[index]}`}
          change={(next) => put({ ...row, ...next })}
        />
      )}
    </RowList>
  );
}

interface FieldsProps {
  readonly row: CheckRow;
  readonly index: number;
  readonly pointer: string;
  change(next: Partial<CheckRow>): void;
}

function CheckFields({ row, index, pointer, change }: FieldsProps) {
  const { t } = useTranslation();
  const { errorIn, touch } = useLaunchForm();
  const at = { row: index + 1 };
  const told = { 'data-pointer': pointer, error: pointer === '' ? null : errorIn(pointer) };
  const kinds: readonly CheckKind[] = row.kind === 'other' ? [...checkKinds, 'other'] : checkKinds;
  const named = row.kind === 'header' || row.kind === 'jsonPath';
  return (
    <>
      <NativeSelect
        aria-label={t('launch.checkKind', at)}
        value={row.kind}
        data={kinds.map((kind) => ({ value: kind, label: kind === 'jsonPath' ? t('launchForm.jsonPath') : t(`launch.check.${kind}`) }))}
        onChange={(event) => {
          const kind = event.currentTarget.value as CheckKind;
          // A status says nothing about a body; other values may be what was meant.
          change({ kind, name: '', type: 'text', ...(row.kind === 'status' ? { value: '' } : {}) });
        }}
      />
      {named && (
        <TextInput
          aria-label={t(row.kind === 'header' ? 'launch.checkHeader' : 'launchForm.checkPath', at)}
          placeholder={row.kind === 'header' ? 'content-type' : '$.items[0].id'}
          value={row.name}
          spellCheck={false}
          data-mono
          {...told}
          onChange={(event) => change({ name: event.currentTarget.value })}
          onBlur={() => touch(pointer)}
        />
      )}
      {row.kind === 'jsonPath' && (
        <NativeSelect
          aria-label={t('launchForm.checkType', at)}
          className={rowsStyles.narrow}
          value={row.type}
          data={jsonTypes.map((type) => ({ value: type, label: t(`launchForm.jsonType.${type}`) }))}
          onChange={(event) => change({ type: event.currentTarget.value as JsonType })}
        />
      )}
      {(row.kind !== 'jsonPath' || row.type === 'text' || row.type === 'number') && (
        <TextInput
          aria-label={t('launch.checkValue', at)}
          placeholder={placeholders[row.kind]}
          value={row.value}
          spellCheck={false}
          data-mono
          {...(named ? {} : told)}
          onChange={(event) => change({ value: event.currentTarget.value })}
          onBlur={() => touch(pointer)}
        />
      )}
    </>
  );
}
