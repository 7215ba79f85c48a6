import { NativeSelect, TextInput } from '@mantine/core';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
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
  const example = `{{${rows[0]?.name || 'token'}}}`;
  return (
    <RowList
      form={useLaunchForm()}
      pointer={pointer}
      legend={launchFormWords.extract}
      hint={
        <p className={`small soft ${launchStyles.hint}`}>{mixed ? launchFormWords.extractMix : launchFormWords.extractWhat({ example })}</p>
      }
      rows={rows}
      rowClass={rowsStyles.formRow}
      add={mixed ? null : { text: launchFormWords.addValue, row: emptyExtract }}
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
  const { errorIn, touch } = useLaunchForm();
  const at = { row: index + 1 };
  return (
    <>
      <TextInput
        aria-label={launchFormWords.extractName(at)}
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
        aria-label={launchFormWords.extractFrom(at)}
        className={rowsStyles.narrow}
        value={row.from}
        data={extractKinds.map((kind) => ({ value: kind, label: launchFormWords.from[kind] }))}
        onChange={(event) => change({ from: event.currentTarget.value as ExtractRow['from'] })}
      />
      <TextInput
        aria-label={launchFormWords.extractValue[row.from](at)}
        placeholder={placeholders[row.from]}
        value={row.value}
        spellCheck={false}
        data-mono
        onChange={(event) => change({ value: event.currentTarget.value })}
        onBlur={() => touch(place)}
      />
      {row.from === 'regex' && (
        <TextInput
          aria-label={launchFormWords.extractGroup(at)}
          className={rowsStyles.slim}
          leftSection={<span className="small faint">{launchFormWords.group}</span>}
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
