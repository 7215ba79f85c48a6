/** Why an account, a team or a token was refused something. */
export const accountText = {
  account: {
    signInFirst: 'Sign in first.',
    signInOrToken: 'Sign in, or send a token as "Authorization: Bearer plm_…".',
    noTeam: 'You belong to no team yet. Make one, or ask for an invitation.',
    deadToken: 'The token is unknown, expired or revoked.',
    scopesForbid: 'This token\'s scopes ({{scopes}}) do not allow "{{action}}".',
    roleForbids: 'The role "{{role}}" does not allow "{{action}}".',
    ownerExists: 'There is an owner already. Sign in.',
    wrongPassword: 'The e-mail address or the password is wrong.',
    emailTaken: 'There is an account with this e-mail address.',
    invitationNeeded: 'Signing up needs an invitation here.',
    refused: 'This was refused.',
    tooManySignIns_one: 'Too many failed sign-ins. Try again in {{count}} minute.',
    tooManySignIns_other: 'Too many failed sign-ins. Try again in {{count}} minutes.',
    tooManyTeams_one: 'Nobody belongs to more than {{count}} team.',
    tooManyTeams_other: 'Nobody belongs to more than {{count}} teams.',
    moreScopes: 'A token cannot make one with more scopes than its own.',
  },
} as const;
