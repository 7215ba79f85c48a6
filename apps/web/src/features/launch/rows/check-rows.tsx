import { NativeSelect, TextInput } from '@mantine/core';
import { checkedMessages } from '@plimsoll/contracts/check';
import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { RowList } from '../../../ui/form/row-list.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { type CheckKind, type CheckRow, callCheckKinds, checkKinds, emptyCheck, type JsonType, jsonTypes } from '../values/check-row.ts';
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
  grpcStatus: 'OK, NOT_FOUND',
  messageCount: '10',
  other: '{"bodyContains": "OK"}',
};

/** Examples of what stands beside a value. */
const names = { header: 'content-type', jsonPath: '$.items[0].id', messageCount: '1' } as const;

interface Props {
  readonly rows: readonly CheckRow[];
  /** Where the list stands in the plan. */
  readonly pointer: string;
  readonly legend: string;
  onChange(rows: readonly CheckRow[]): void;
}

/** The checks a response must pass to count as done. */
export function CheckRows({ rows, pointer, legend, onChange }: Props) {
  const form = useLaunchForm();
  const places = planIndexes(rows, isBlankCheck);
  const first: CheckRow =
    form.values.protocol === 'grpc' ? { ...emptyCheck, kind: 'grpcStatus', value: 'OK' } : { ...emptyCheck, value: '200' };
  return (
    <RowList
      form={form}
      pointer={pointer}
      legend={legend}
      rows={rows}
      rowClass={rowsStyles.formRow}
      add={{ text: launchWords.addCheck, row: rows.length === 0 ? first : { ...first, value: '' } }}
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
  const { values, errorIn, touch } = useLaunchForm();
  const ofCalls = values.protocol === 'grpc';
  const at = { row: index + 1 };
  const told = { 'data-pointer': pointer, error: pointer === '' ? null : errorIn(pointer) };
  const usual: readonly CheckKind[] = ofCalls ? callCheckKinds : checkKinds;
  // One that does not go with what is sent stays to be seen.
  const kinds = usual.includes(row.kind) ? usual : [...usual, row.kind];
  const named = row.kind in names;
  return (
    <>
      <NativeSelect
        aria-label={launchWords.checkKind(at)}
        className={rowsStyles.kind}
        value={row.kind}
        data={kinds.map((kind) => ({ value: kind, label: launchWords.check[kind] }))}
        onChange={(event) => {
          const kind = event.currentTarget.value as CheckKind;
          // A status says nothing about a body; other values may be what was meant.
          change({ ...emptyCheck, kind, value: row.kind === 'status' || row.kind === 'grpcStatus' ? '' : row.value });
        }}
      />
      {named && (
        <TextInput
          aria-label={launchWords.checkName[row.kind as keyof typeof names](at)}
          placeholder={names[row.kind as keyof typeof names]}
          value={row.name}
          spellCheck={false}
          data-mono
          {...told}
          onChange={(event) => change({ name: event.currentTarget.value })}
          onBlur={() => touch(pointer)}
        />
      )}
      {row.kind === 'jsonPath' && (ofCalls || row.message) && (
        <NativeSelect
          aria-label={launchWords.checkMessage(at)}
          className={rowsStyles.slim}
          value={row.message ?? 'every'}
          data={checkedMessages.map((message) => ({ value: message, label: launchWords.checkMessages[message] }))}
          onChange={(event) => change({ message: event.currentTarget.value as CheckRow['message'] })}
        />
      )}
      {row.kind === 'jsonPath' && (
        <NativeSelect
          aria-label={launchFormWords.checkType(at)}
          className={ofCalls ? rowsStyles.slim : rowsStyles.narrow}
          value={row.type}
          data={jsonTypes.map((type) => ({ value: type, label: launchFormWords.jsonType[type] }))}
          onChange={(event) => change({ type: event.currentTarget.value as JsonType })}
        />
      )}
      {(row.kind !== 'jsonPath' || row.type === 'text' || row.type === 'number') && (
        <TextInput
          aria-label={launchWords.checkValue(at)}
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
