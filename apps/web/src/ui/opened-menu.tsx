import { Menu, type MenuProps } from '@mantine/core';
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';

interface Props extends Pick<MenuProps, 'position' | 'width'> {
  /** The button that it is around; it takes the place of the one that was pressed. */
  readonly target: ReactElement;
  /** What stands in the menu. */
  readonly children: ReactNode;
}

/** The menu of a `MenuLater`, opened as soon as it is there. It opens from its button, so that the focus goes back there when it closes. */
export function OpenedMenu({ target, children, ...look }: Props) {
  const button = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} {...look}>
      <Menu.Target>{cloneElement(target, { ref: button } as object)}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
