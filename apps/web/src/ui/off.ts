/** Buttons and links that are off but say why: on hover, and to those who come by keyboard. A `disabled` button does neither. */
import type { MouseEvent } from 'react';

const doNothing = (event: MouseEvent) => event.preventDefault();

/** Goes last into a button's props; `why` is null where it works. */
export function offButton(why: string | null) {
  return why === null ? {} : { 'data-disabled': true, 'aria-disabled': true, title: why, onClick: doNothing };
}

/** Goes last into a link's props; `why` is null where it works. */
export function offLink(why: string | null) {
  return why === null ? {} : { disabled: true, title: why, tabIndex: 0 };
}
