import { Menu } from '@mantine/core';
import { exportWords } from '@plimsoll/wording/en/export';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { OpenedMenu } from '../../ui/opened-menu.tsx';

export interface ExportedFile {
  readonly name: string;
  readonly what: string;
  readonly href: string;
}

interface ExportItemsProps {
  readonly target: ReactElement;
  readonly files: readonly ExportedFile[];
  onPrint(): void;
}

/** Open, around its button. */
export function ExportItems({ target, files, onPrint }: ExportItemsProps) {
  return (
    <OpenedMenu target={target} position="bottom-end" width={330}>
      <FileItems files={files} onPrint={onPrint} />
    </OpenedMenu>
  );
}

/** The items alone, for a menu that has others. */
export function FileItems({ files, onPrint }: Omit<ExportItemsProps, 'target'>) {
  return (
    <>
      {files.map(({ name, what, href }) => (
        <Menu.Item key={href} component="a" href={href} download leftSection={<IconDownload size={15} aria-hidden />}>
          <Named name={name} what={what} />
        </Menu.Item>
      ))}
      <Menu.Item leftSection={<IconPrinter size={15} aria-hidden />} onClick={onPrint}>
        <Named name={exportWords.print.name} what={exportWords.print.what} />
      </Menu.Item>
    </>
  );
}

function Named({ name, what }: Pick<ExportedFile, 'name' | 'what'>) {
  return (
    <>
      {name}
      <span className="soft small" style={{ display: 'block' }}>
        {what}
      </span>
    </>
  );
}
