/** Mails, as plain text. */
import type { Role } from '@plimsoll/contracts/account';
import { mailWords } from '../en/team/mail.ts';

export interface Mail {
  readonly subject: string;
  readonly text: string;
}

export function invitationMail({
  inviter,
  team,
  role,
  url,
}: {
  readonly inviter: string;
  readonly team: string;
  readonly role: Role;
  readonly url: string;
}): Mail {
  return {
    subject: mailWords.invitation.subject({ inviter, team }),
    text: mailWords.invitation.text({ inviter, team, role: mailWords.role[role], url }),
  };
}

/** `hours`: how long the link works. */
export function resetMail(url: string, hours: number): Mail {
  return { subject: mailWords.reset.subject, text: mailWords.reset.text({ url, count: hours }) };
}

/** To each owner of the installation, when one came in by a link of the operator's. */
export function breakGlassMail(used: { readonly name: string; readonly address: string }): Mail {
  return { subject: mailWords.breakGlass.subject, text: mailWords.breakGlass.text(used) };
}

export type AccessChange = keyof typeof mailWords.accessChanged.what;

/** To the person, when a way into the account was changed from `address`. */
export function accessChangedMail(change: AccessChange, address: string): Mail {
  return {
    subject: mailWords.accessChanged.subject,
    text: mailWords.accessChanged.text({ what: mailWords.accessChanged.what[change], address }),
  };
}

/** For the former address. */
export function addressChangedMail(): Mail {
  return { subject: mailWords.addressChanged.subject, text: mailWords.addressChanged.text };
}
