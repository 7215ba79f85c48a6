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

/** For the former address. */
export function addressChangedMail(): Mail {
  return { subject: mailWords.addressChanged.subject, text: mailWords.addressChanged.text };
}
