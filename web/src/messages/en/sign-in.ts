import { listed } from '../../lib/listed';

export const signIn = {
  title: 'Sign in',
  email: 'E-mail',
  password: 'Password',
  submit: 'Sign in',
  forgotten: 'Forgot your password?',
  wrong: 'E-mail or password is not right.',
  tooMany: (minutes: number) =>
    `Too many attempts. Try again in ${minutes} minute${minutes === 1 ? '' : 's'}.`,
  noCookie:
    'Your browser did not store the cookie of this sign-in. Allow cookies for this page, and sign in again.',
  elsewhere: (origin: string) => `Sign in at ${origin}`,
  setupNeeded: 'Nobody can sign in yet. Open the set-up link that the service printed when it started.',
};

export const setup = {
  title: 'Set up the console',
  text: 'You become the first admin. You can invite others later.',
  name: 'Your name',
  email: 'E-mail',
  password: 'Password',
  passwordHint: '12 characters or more',
  accountName: 'Name of the account',
  timezone: 'Time zone',
  submit: 'Create and sign in',
  gone: 'This link does not work any more.',
  goneText: 'Start the service again, or run “npm run cli -- login setup”, and open the newest link.',
};

export const link = {
  title: 'Choose a password',
  invites: (roles: readonly string[]) => `invites you as ${listed(roles.map((role) => role.toLowerCase()))}.`,
  newPassword: 'New password',
  submit: 'Save and sign in',
  gone: 'This link does not work any more.',
  toSignIn: 'Sign in',
  toForgot: 'Forgot your password?',
};

export const forgot = {
  title: 'Forgot your password?',
  email: 'E-mail',
  submit: 'Send a link',
  sent: 'If this address has a login, a link is on its way. It works for 30 minutes.',
  noMail: 'This service sends no e-mail: ask an admin of your account for a link.',
  back: 'Back to sign in',
};
