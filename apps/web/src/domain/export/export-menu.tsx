import { Button } from '@mantine/core';
import { type ComparisonFileFormat, comparisonFileFormats, type RunFileFormat, runFileFormats } from '@plimsoll/contracts/paths';
import { exportWords } from '@plimsoll/wording/en/export';
import { IconDownload } from '@tabler/icons-react';
import { lazy } from 'react';
import { MenuLater } from '../../ui/menu-later.tsx';
import type { ExportedFile } from './export-items.tsx';

const ExportItems = lazy(() => import('./export-items.tsx').then((module) => ({ default: module.ExportItems })));

/** The files of a run, each with what it is. `hrefOf` a format. */
export function RunExportMenu({ hrefOf, onPrint }: { hrefOf: (format: RunFileFormat) => string; onPrint: () => void }) {
  const files = runFileFormats.map((format) => ({
    name: exportWords.run[format].name,
    what: exportWords.run[format].what,
    href: hrefOf(format),
  }));
  return <ExportMenu files={files} onPrint={onPrint} />;
}

/** The files of a comparison. */
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
