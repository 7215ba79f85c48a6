/** Text below the sign-in form: what to do without a password or an account. Fetched after the form, which does not wait for it. */
export const waysInText = {
  waysIn: {
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
    invite: 'No account? Ask an owner or admin of your team for an invitation link.',
  },
};
