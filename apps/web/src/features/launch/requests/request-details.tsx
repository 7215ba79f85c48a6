import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { AuthFields } from '../fields/auth-fields.tsx';
import { BodyFields } from '../fields/body-fields.tsx';
import { StreamFields } from '../fields/stream-fields.tsx';
import { TemplateHelp } from '../fields/template-help.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { CheckRows } from '../rows/check-rows.tsx';
import { ExtractRows } from '../rows/extract-rows.tsx';
import { PairRows } from '../rows/pair-rows.tsx';
import { requestPointer } from '../values/form-values.ts';
import { renamed } from '../values/request-list.ts';
import type { BodyRow, RequestRow } from '../values/request-row.ts';
import { nameByOperation } from './named-by-operation.ts';

interface Props {
  readonly row: RequestRow;
  /** Its place among the plan's requests. */
  readonly index: number;
  change(next: Partial<RequestRow>): void;
}

/** The fields of a request beside method and URL. Checks and kept values are a list's alone: a single target has the plan's checks. */
export function RequestDetails({ row, index, change }: Props) {
  const { values, update } = useLaunchForm();
  const pointer = requestPointer(values, index);
  const changeBody = (body: BodyRow) => {
    const name = values.several ? nameByOperation(values.requestRows, row, body) : null;
    change({ body, ...(name === null ? {} : { name }) });
    if (name !== null && row.name !== '') update((now) => renamed(now, row.name, name));
  };
  return (
    <>
      <PairRows
        rows={row.headers}
        onChange={(headers) => change({ headers })}
        pointer={`${pointer}/headers`}
        texts={{
          legend: launchWords.headers,
          name: launchWords.headerName,
          value: launchWords.headerValue,
          add: launchWords.addHeader,
          namePlaceholder: 'content-type',
          valuePlaceholder: 'application/json',
        }}
      />
      <AuthFields auth={row.auth} pointer={pointer} onChange={(auth) => change({ auth })} />
      {!row.isSocket && <BodyFields body={row.body} pointer={pointer} onChange={changeBody} />}
      {!row.isSocket && <StreamFields stream={row.stream} pointer={`${pointer}/stream`} onChange={(stream) => change({ stream })} />}
      {values.several && (
        <>
          <ExtractRows
            rows={row.extract}
            onChange={(extract) => change({ extract })}
            pointer={`${pointer}/extract`}
            mixed={values.requestOrder === 'mix'}
          />
          <CheckRows
            rows={row.checks}
            onChange={(checks) => change({ checks })}
            pointer={`${pointer}/checks`}
            legend={launchFormWords.requestChecks}
          />
        </>
      )}
      <TemplateHelp index={index} />
    </>
  );
}
