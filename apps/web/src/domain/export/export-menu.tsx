import { Button } from '@mantine/core';
import { type ComparisonFileFormat, comparisonFileFormats } from '@plimsoll/contracts/paths';
import { exportWords } from '@plimsoll/wording/en/export';
import { IconDownload } from '@tabler/icons-react';
import { later } from '../../api/later.ts';
import { MenuLater } from '../../ui/menu-later.tsx';
import type { ExportedFile } from './export-items.tsx';
import { listRunFiles } from './run-files.ts';

const ExportItems = later(() => import('./export-items.tsx'), 'ExportItems');

export function RunExportMenu({ runId, onPrint }: { runId: string; onPrint: () => void }) {
  return <ExportMenu files={listRunFiles(runId)} onPrint={onPrint} />;
}

export function ComparisonExportMenu({ hrefOf }: { hrefOf: (format: ComparisonFileFormat) => string }) {
  const files = comparisonFileFormats.map((format) => ({
    name: exportWords.comparison[format].name,
    what: exportWords.comparison[format].what,
    href: hrefOf(format),
  }));
  // After the menu is gone, so that it is not on the paper.
  return <ExportMenu files={files} onPrint={() => setTimeout(() => window.print(), 300)} />;
}

function ExportMenu({ files, onPrint }: { files: readonly ExportedFile[]; onPrint: () => void }) {
  return (
    <MenuLater target={<Button leftSection={<IconDownload size={15} aria-hidden />}>{exportWords.title}</Button>}>
      {(target) => <ExportItems target={target} files={files} onPrint={onPrint} />}
    </MenuLater>
  );
}
