import { api } from '@plimsoll/contracts/paths';
import type { Run } from '@plimsoll/contracts/run';
import type { RunSource } from '@plimsoll/contracts/run-source';
import { formatBytes } from '@plimsoll/wording/bytes';
import { resultsWords } from '@plimsoll/wording/en/results';
import { joined } from '@plimsoll/wording/list';
import { IconFileImport } from '@tabler/icons-react';
import { useMay } from '../../../api/team/may.ts';
import { Notice } from '../../../ui/notice/notice.tsx';

const toolName = ({ tool, version }: RunSource) => (version === null ? tool : `${tool} ${version}`);

/** Where an imported run comes from, how far its data goes, and its file where that is kept, for those who may import. */
export function ImportedNotice({ run: { id, importedFile }, source }: { run: Run; source: RunSource }) {
  const mayRead = useMay()('run.create');
  const { file, data, missing } = source;
  const gaps = joined(missing.map((gap) => resultsWords.gap[gap]));
  return (
    <Notice tone="even" icon={IconFileImport}>
      <b>{file === null ? resultsWords.lead({ tool: toolName(source) }) : resultsWords.leadFile({ tool: toolName(source), file })}</b>{' '}
      {resultsWords.data[data]} {gaps !== '' && resultsWords.missing({ gaps })} {resultsWords.never}
      {importedFile && mayRead && (
        <>
          {' '}
          <a href={api.importedFile(id)} download>
            {resultsWords.download({ bytes: formatBytes(importedFile.bytes) })}
          </a>
        </>
      )}
    </Notice>
  );
}
