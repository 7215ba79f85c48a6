import { Button, Menu } from '@mantine/core';
import { type ComparisonFileFormat, comparisonFileFormats, type RunFileFormat, runFileFormats } from '@plimsoll/contracts/paths';
import { exportWords } from '@plimsoll/wording/en/export';
import { IconDownload, IconPrinter } from '@tabler/icons-react';

interface File {
  readonly name: string;
  readonly what: string;
  readonly href: string;
}

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

function ExportMenu({ files, onPrint }: { files: readonly File[]; onPrint: () => void }) {
  return (
    <Menu position="bottom-end" width={330}>
      <Menu.Target>
        <Button leftSection={<IconDownload size={15} aria-hidden />}>{exportWords.title}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {files.map(({ name, what, href }) => (
          <Menu.Item key={href} component="a" href={href} download leftSection={<IconDownload size={15} aria-hidden />}>
            <Named name={name} what={what} />
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<IconPrinter size={15} aria-hidden />} onClick={onPrint}>
          <Named name={exportWords.print.name} what={exportWords.print.what} />
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Named({ name, what }: Pick<File, 'name' | 'what'>) {
  return (
    <>
      {name}
      <span className="soft small" style={{ display: 'block' }}>
        {what}
      </span>
    </>
  );
}
