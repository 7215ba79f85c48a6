/** Text of mails. The web does not load it. */
export const mailText = {
  mail: {
    invitation: {
      subject: '{{inviter}} invites you to {{team}} on Plimsoll',
      text: '{{inviter}} invites you to the team "{{team}}" on Plimsoll, as {{role}}.\n\nOpen this link to join:\n{{url}}\n\nThe link is for you alone. If you do not know {{inviter}}, ignore this mail.\n',
    },
    role: { owner: 'owner', admin: 'admin', editor: 'editor', viewer: 'viewer' },
  },
} as const;
