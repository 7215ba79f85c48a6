import '../../../i18n/results-text.ts';
import type { Run } from '@plimsoll/contracts/run';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { IconFileImport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../ui/notice/notice.tsx';

const toolName = ({ tool, version }: RunSource) => (version === null ? tool : `${tool} ${version}`);

/** Where an imported run comes from, and how far its data goes. */
export function ImportedNotice({ source }: { source: NonNullable<Run['source']> }) {
  const { t } = useTranslation();
  const { file, data, missing } = source;
  const gaps = missing.map((gap) => t(`results.gap.${gap}`)).join(', ');
  return (
    <Notice tone="even" icon={IconFileImport}>
      <b>{file === null ? t('results.lead', { tool: toolName(source) }) : t('results.leadFile', { tool: toolName(source), file })}</b>{' '}
      {t(`results.data.${data}`)} {gaps !== '' && t('results.missing', { gaps })} {t('results.never')}
    </Notice>
  );
}
