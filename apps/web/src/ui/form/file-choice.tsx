import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ReactNode } from 'react';

interface Props<Many extends boolean> extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly accept?: string;
  readonly multiple?: Many;
  /** The field that problems of the file name. */
  readonly 'data-pointer'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-label'?: string;
  onChoose(chosen: Many extends true ? File[] : File): void;
  readonly children: ReactNode;
}

/** The button that opens the browser's choice of a file. */
export function FileChoice<Many extends boolean = false>({ accept, multiple, onChoose, children, size = 'xs', ...button }: Props<Many>) {
  const choose = (chosen: File | File[] | null) => chosen && onChoose(chosen as Parameters<typeof onChoose>[0]);
  return (
    <FileButton onChange={choose} {...(accept ? { accept } : {})} {...(multiple ? { multiple } : {})}>
      {(props) => (
        <Button {...props} {...button} size={size} leftSection={<IconUpload size={size === 'xs' ? 14 : 13} aria-hidden />}>
          {children}
        </Button>
      )}
    </FileButton>
  );
}
