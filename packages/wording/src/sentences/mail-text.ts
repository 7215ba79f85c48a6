/** Mails, as plain text. */
import type { Role } from '@plimsoll/contracts/account';
import { mailText } from '../en/team/mail.ts';
import { speakerOf } from '../speaker.ts';

const say = speakerOf(mailText);

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
    subject: say('mail.invitation.subject', { inviter, team }),
    text: say('mail.invitation.text', { inviter, team, role: say(`mail.role.${role}`), url }),
  };
}

export function resetMail(url: string): Mail {
  return { subject: say('mail.reset.subject'), text: say('mail.reset.text', { url }) };
}

/** For the former address. */
export function addressChangedMail(): Mail {
  return { subject: say('mail.addressChanged.subject'), text: say('mail.addressChanged.text') };
}
