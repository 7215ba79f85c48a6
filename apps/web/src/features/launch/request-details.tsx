import { useTranslation } from 'react-i18next';
import { AuthFields } from './auth-fields.tsx';
import { BodyFields } from './body-fields.tsx';
import { CheckRows } from './check-rows.tsx';
import { ExtractRows } from './extract-rows.tsx';
import { requestPointer } from './form-values.ts';
import { useLaunchForm } from './launch-context.ts';
import { PairRows } from './pair-rows.tsx';
import type { RequestRow } from './request-row.ts';
import { TemplateHelp } from './template-help.tsx';

interface Props {
  readonly row: RequestRow;
  /** Its place among the plan's requests. */
  readonly index: number;
  change(next: Partial<RequestRow>): void;
}

/** What a request has beside method and URL. Checks and kept values are a list's alone: a single target has the plan's checks. */
export function RequestDetails({ row, index, change }: Props) {
  const { t } = useTranslation();
  const { values } = useLaunchForm();
  const pointer = requestPointer(values, index);
  return (
    <>
      <PairRows
        rows={row.headers}
        onChange={(headers) => change({ headers })}
        pointer={`${pointer}/headers`}
        texts={{
          legend: t('launch.headers'),
          name: t('launch.headerName'),
          value: t('launch.headerValue'),
          add: t('launch.addHeader'),
          namePlaceholder: 'content-type',
          valuePlaceholder: 'application/json',
        }}
      />
      <AuthFields auth={row.auth} pointer={pointer} onChange={(auth) => change({ auth })} />
      <BodyFields body={row.body} pointer={pointer} onChange={(body) => change({ body })} />
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
            legend={t('launchForm.requestChecks')}
          />
        </>
      )}
      <TemplateHelp index={index} />
    </>
  );
}
