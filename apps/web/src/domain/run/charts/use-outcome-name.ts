import '../../../i18n/run-text.ts';
import { useTranslation } from 'react-i18next';

/** How people call a kind of failure: an outcome, or a status code. */
export function useOutcomeName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => (/^\d+$/.test(kind) ? `HTTP ${kind}` : t(`outcome.${kind}` as 'outcome.timeout'));
}
