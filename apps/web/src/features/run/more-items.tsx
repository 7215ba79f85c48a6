import { Menu, type MenuItemProps } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Run } from '@plimsoll/contracts/run';
import { runWords } from '@plimsoll/wording/en/run';
import { IconEdit, IconGitCompare, IconMarkdown, IconTrash } from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, ReactElement } from 'react';
import { useMay } from '../../api/team/may.ts';
import { FileItems } from '../../domain/export/export-items.tsx';
import { listRunFiles } from '../../domain/export/run-files.ts';
import { OpenedMenu } from '../../ui/opened-menu.tsx';
import { usePin } from './finished/baseline.tsx';

type Anchor = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof MenuItemProps>;
const MenuLink = createLink((props: Anchor & MenuItemProps) => <Menu.Item component="a" {...props} />);

interface Props {
  readonly target: ReactElement;
  readonly run: Run;
  /** Why its plan cannot be edited; null: it can. */
  readonly off: string | null;
  onPrint(): void;
  onMarkdown(): void;
  /** Null: this person may not. */
  readonly onDelete: (() => void) | null;
}

/** Open, around its button. */
export function MoreItems({ target, run, off, onPrint, onMarkdown, onDelete }: Props) {
  const narrow = useMediaQuery('(max-width: 860px)', undefined, { getInitialValueInEffect: false });
  return (
    <OpenedMenu target={target} position="bottom-end" width={narrow ? 'min(330px, calc(100vw - 32px))' : undefined}>
      {narrow && <NarrowItems run={run} off={off} onPrint={onPrint} />}
      <Menu.Item leftSection={<IconMarkdown size={15} aria-hidden />} onClick={onMarkdown}>
        {runWords.markdown}
      </Menu.Item>
      {onDelete && (
        <Menu.Item style={{ color: 'var(--bad)' }} leftSection={<IconTrash size={15} aria-hidden />} onClick={onDelete}>
          {runWords.delete}
        </Menu.Item>
      )}
    </OpenedMenu>
  );
}

/** Buttons of their own where there is room. */
function NarrowItems({ run, off, onPrint }: Pick<Props, 'run' | 'off' | 'onPrint'>) {
  const may = useMay();
  const pin = usePin(run);
  return (
    <>
      {may('run.create') && !off && (
        <MenuLink to="/launch" search={{ from: run.id }} leftSection={<IconEdit size={15} aria-hidden />}>
          {runWords.edit}
        </MenuLink>
      )}
      <MenuLink to="/compare" search={{ candidate: run.id }} leftSection={<IconGitCompare size={15} aria-hidden />}>
        {runWords.compare}
      </MenuLink>
      {may('plan.edit') && pin && (
        <Menu.Item leftSection={pin.icon} onClick={pin.act}>
          {pin.label}
        </Menu.Item>
      )}
      <FileItems files={listRunFiles(run.id)} onPrint={onPrint} />
    </>
  );
}
