import type { Run } from '@plimsoll/contracts/run';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { resultsWords } from '@plimsoll/wording/en/results';
import { joined } from '@plimsoll/wording/list';
import { IconFileImport } from '@tabler/icons-react';
import { Notice } from '../../../ui/notice/notice.tsx';

const toolName = ({ tool, version }: RunSource) => (version === null ? tool : `${tool} ${version}`);

/** Where an imported run comes from, and how far its data goes. */
export function ImportedNotice({ source }: { source: NonNullable<Run['source']> }) {
  const { file, data, missing } = source;
  const gaps = joined(missing.map((gap) => resultsWords.gap[gap]));
  return (
    <Notice tone="even" icon={IconFileImport}>
      <b>{file === null ? resultsWords.lead({ tool: toolName(source) }) : resultsWords.leadFile({ tool: toolName(source), file })}</b>{' '}
      {resultsWords.data[data]} {gaps !== '' && resultsWords.missing({ gaps })} {resultsWords.never}
    </Notice>
  );
}
