import '../../../i18n/run-text.ts';
import { isGrpcStatus } from '@plimsoll/contracts/grpc-status';
import { useTranslation } from 'react-i18next';

/** How people call a kind of failure: an outcome, a status of HTTP by its number or one of gRPC by its name. */
export function useOutcomeName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => {
    if (/^\d+$/.test(kind)) return `HTTP ${kind}`;
    return isGrpcStatus(kind) ? kind : t(`outcome.${kind}` as 'outcome.timeout');
  };
}
