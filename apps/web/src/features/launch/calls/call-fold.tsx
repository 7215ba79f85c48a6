import { useTranslation } from 'react-i18next';
import { Fold } from '../folds/fold.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { firstRequest } from '../values/form-values.ts';
import { isBlank } from '../values/rows.ts';
import { CallDetails } from './lazy-call.ts';

/** What goes along with each call, closed to a line. */
export function CallFold() {
  const { t } = useTranslation();
  const { values, wrong } = useLaunchForm();
  const { auth, call } = firstRequest(values);
  const keys = call.metadata.filter((row) => !isBlank.pair(row)).length;
  const holds = [
    keys > 0 && t('launch.metadataCount', { count: keys }),
    auth.kind !== 'none' && t(`launchForm.authKind.${auth.kind}`),
    call.gzip && 'gzip',
    call.authority,
  ];
  const places = ['/target/auth', ...['metadata', 'authority', 'gzip', 'maxMessageBytes'].map((field) => `/target/grpc/${field}`)];
  return (
    <Fold title={t('launch.callDetails')} holds={holds.filter(Boolean).join(' · ') || t('common.none')} wrong={wrong(...places)}>
      <CallDetails />
    </Fold>
  );
}
