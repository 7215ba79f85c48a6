/** Text of the page about one's own account; fetched with it, so that the first page does not wait for it. */
export const personText = {
  person: {
    password: 'Password',
    passwordWhat: 'A new password signs you out on every other device at once. API tokens go on; revoke them on the team page.',
    current: 'Current password',
    next: 'New password',
    change: 'Change password',
    changed: 'The password is changed. You are signed out on every other device.',
    wrong: 'The current password is not this one.',
  },
};
