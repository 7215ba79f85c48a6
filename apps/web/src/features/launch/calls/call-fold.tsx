import { launchWords } from '@plimsoll/wording/en/launch';
import { launchFormWords } from '@plimsoll/wording/en/launch-form';
import { commonWords } from '@plimsoll/wording/en/main';
import { Fold } from '../folds/fold.tsx';
import { useLaunchForm } from '../launch-context.ts';
import { firstRequest } from '../values/form-values.ts';
import { isBlank } from '../values/rows.ts';
import { CallDetails } from './lazy-call.ts';

/** The metadata, credentials and limits of each call, closed to a line. */
export function CallFold() {
  const { values, wrong } = useLaunchForm();
  const { auth, call } = firstRequest(values);
  const keys = call.metadata.filter((row) => !isBlank.pair(row)).length;
  const holds = [
    keys > 0 && launchWords.metadataCount({ count: keys }),
    auth.kind !== 'none' && launchFormWords.authKind[auth.kind],
    call.gzip && 'gzip',
    call.authority,
  ];
  const places = ['/target/auth', ...['metadata', 'authority', 'gzip', 'maxMessageBytes'].map((field) => `/target/grpc/${field}`)];
  return (
    <Fold title={launchWords.callDetails} holds={holds.filter(Boolean).join(' · ') || commonWords.none} wrong={wrong(...places)}>
      <CallDetails />
    </Fold>
  );
}
