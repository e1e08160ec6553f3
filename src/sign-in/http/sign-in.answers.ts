import {
  answer,
  choice,
  constant,
  flag,
  id,
  inline,
  instant,
  listOf,
  listOfPlain,
  listOfThese,
  nullable,
  text,
} from '../../platform/http/answers/answer';
import { SESSION_SCOPES } from '../../platform/http/scopes';
import { ROLE_NAMES } from '../../shared-kernel/roles';
import type { LinkRedeeming } from '../application/link-redeeming';
import type { sessionRow, sessionView } from '../application/session.view';

type SessionView = ReturnType<typeof sessionView>;
type Account = SessionView['accounts'][number];

const ACCOUNT = answer<Account>(
  'SessionAccount',
  'An account where the login is an active member.',
  {
    id: id('acct', 'For X-Account.'),
    name: text('Name of the account.'),
    timezone: text('Its time zone.'),
    member_id: id('csl', 'Of the member; counsellor_id of own calls.'),
    roles: listOfPlain(choice(ROLE_NAMES, 'A role.'), 'Roles; they add up.'),
    scopes: listOfPlain(choice(SESSION_SCOPES, 'A scope.'), 'What the roles allow.'),
    can_call: flag('Whether the person can take a human call now.'),
    blocked_reason: nullable(text('Why can_call is false.')),
  },
  {
    id: 'acct_01kaf5s0q2w4e6r8t0y1u3i5o7',
    name: 'Sunrise College',
    timezone: 'Asia/Kolkata',
    member_id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0',
    roles: ['ADMIN'],
    scopes: [
      'calls:read',
      'calls:write',
      'webhooks:manage',
      'agents:manage',
      'counsellors:manage',
      'account:manage',
    ],
    can_call: false,
    blocked_reason: 'Only counsellors take human calls.',
  },
);

export const SESSION = answer<SessionView>(
  'Session',
  'The session of this browser: who is signed in, and where.',
  {
    object: constant('session'),
    id: id('ses', 'For X-Session.'),
    login: inline<SessionView['login']>('The person.', {
      id: id('login', 'Of the login.'),
      name: text('Name.'),
      email: text('E-mail.'),
      mobile_number: nullable(text('E.164.')),
    }),
    accounts: listOfThese(ACCOUNT, 'The oldest membership first.'),
    signed_in_at: instant('When the session began.'),
    confirmed_until: instant('Until when keys, webhook and members may be changed without the password.'),
    expires_at: instant('When it ends if it is not used again.'),
  },
  {
    object: 'session',
    id: 'ses_01kaf5v7m2q9x3t8w4z6c1b0dn',
    login: {
      id: 'login_01kaf5s1w3e5r7t9y2u4i6o8p0',
      name: 'Meera Nair',
      email: 'meera@example.com',
      mobile_number: '+919876541000',
    },
    accounts: [ACCOUNT.example],
    signed_in_at: '2026-11-20T09:15:00.123Z',
    confirmed_until: '2026-11-20T21:15:00.123Z',
    expires_at: '2026-11-27T09:15:00.123Z',
  },
);

export const SIGNED_OUT = answer<{ object: 'session'; signed_out: true }>(
  'SignedOut',
  'The session has ended.',
  { object: constant('session'), signed_out: flag('Always true.') },
  { object: 'session', signed_out: true },
);

const SESSION_ROW = answer<ReturnType<typeof sessionRow>>(
  'SessionRow',
  'A session of the login.',
  {
    object: constant('session'),
    id: id('ses', 'Id.'),
    current: flag('Whether it is the one that asks.'),
    address: text('The address that it began from.'),
    browser: text('The browser in words.'),
    signed_in_at: instant('When it began.'),
    last_used_at: instant('Last use, to the minute.'),
  },
  {
    object: 'session',
    id: SESSION.example.id,
    current: true,
    address: '203.0.113.7',
    browser: 'Firefox on Linux',
    signed_in_at: SESSION.example.signed_in_at,
    last_used_at: '2026-11-20T10:15:00.000Z',
  },
);

export const SESSION_LIST = listOf(SESSION_ROW, { paged: false });

export const SERVICE = answer<{
  object: 'service';
  setup_needed: boolean;
  sends_mail: boolean;
  sign_in_at: string | null;
}>(
  'Service',
  'What the pages before the sign-in need to know.',
  {
    object: constant('service'),
    setup_needed: flag('Whether nobody has a password yet.'),
    sends_mail: flag('Whether mails leave the machine (SMTP_URL).'),
    sign_in_at: nullable(text('PUBLIC_URL, when that is https and this request is not; else null.')),
  },
  { object: 'service', setup_needed: false, sends_mail: true, sign_in_at: null },
);

export const LINK_REQUEST = answer<{ object: 'link_request'; accepted: true }>(
  'LinkRequest',
  'The request is taken; whether the e-mail has a login is not told.',
  { object: constant('link_request'), accepted: flag('Always true.') },
  { object: 'link_request', accepted: true },
);

export const LINK = answer<Awaited<ReturnType<LinkRedeeming['inspect']>>>(
  'Link',
  'Whose one-time link it is.',
  {
    object: constant('link'),
    email: text('The login.'),
    name: text('Name of the person.'),
    account_name: nullable(text('The account that it was made in; null for one of no account.')),
    roles: listOfPlain(choice(ROLE_NAMES, 'A role.'), 'Roles in that account.'),
    expires_at: instant('Until when it works.'),
  },
  {
    object: 'link',
    email: 'meera@example.com',
    name: 'Meera Nair',
    account_name: 'Sunrise College',
    roles: ['ADMIN', 'COUNSELLOR'],
    expires_at: '2026-11-27T09:15:00.123Z',
  },
);
