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
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { ROLE_NAMES } from '../../shared-kernel/roles';
import { IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import type { MemberEditor } from '../application/member-editor';
import type { MemberReader } from '../application/member-reader';

type MemberView = Awaited<ReturnType<MemberReader['view']>>;
type AddedView = Awaited<ReturnType<MemberEditor['add']>>;
type ChangedView = Awaited<ReturnType<MemberEditor['change']>>;

const FIELDS = {
  object: constant('member'),
  id: id('csl', 'Also counsellor_id, where COUNSELLOR is a role.'),
  name: text('Name.'),
  email: text('The login.'),
  roles: listOfPlain(choice(ROLE_NAMES, 'A role.'), 'Roles; they add up.'),
  status: choice(['active', 'invited', 'inactive'], 'inactive after removal.'),
  shared_account: flag('The login also belongs to another account.'),
  last_signed_in_at: nullable(instant('null for never, and for a shared login.')),
};

const EXAMPLE: MemberView = {
  object: 'member',
  id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0',
  name: 'Meera Nair',
  email: 'meera@example.com',
  roles: ['ADMIN'],
  status: 'active',
  shared_account: false,
  last_signed_in_at: '2026-11-20T09:15:00.123Z',
};

export const MEMBER = answer<MemberView>('Member', 'A person of the account.', FIELDS, EXAMPLE);

export const MEMBER_LIST = listOf(MEMBER, { paged: true });

export const ADDED_MEMBER = answer<AddedView>(
  'AddedMember',
  'The member, with what adding them brought up.',
  {
    ...FIELDS,
    welcome_email_sent: flag('Whether the mail server took the invitation within 5 seconds.'),
    warnings: WARNINGS,
    idempotent_replay: IDEMPOTENT_REPLAY,
  },
  {
    ...EXAMPLE,
    status: 'invited',
    last_signed_in_at: null,
    welcome_email_sent: true,
    warnings: [],
    idempotent_replay: false,
  },
);

export const CHANGED_MEMBER = answer<ChangedView>(
  'ChangedMember',
  'The member, with what else changed.',
  {
    ...FIELDS,
    effects: inline<ChangedView['effects']>('Zeros when nothing else changed.', {
      human_calls_canceled: whole('Waiting human calls that were canceled.'),
      invitation_revoked: flag('Whether an open invitation was revoked.'),
    }),
  },
  { ...EXAMPLE, effects: { human_calls_canceled: 0, invitation_revoked: false } },
);

export const LOGIN_LINK = answer<Awaited<ReturnType<MemberReader['link']>>>(
  'LoginLink',
  'A link to choose a password, for 24 hours and one use.',
  {
    object: constant('login_link'),
    url: nullable(text('null when it was mailed.')),
    path: nullable(text('The part of url after the origin; null when it was mailed.')),
    sent: flag('Whether the mail server took it.'),
    expires_at: instant('Until when it works.'),
  },
  {
    object: 'login_link',
    url: 'http://127.0.0.1:3000/console/link#VGhpcyBpcyBub3QgYSB0b2tlbiwgYnV0IGxvbmcuLi4',
    path: '/console/link#VGhpcyBpcyBub3QgYSB0b2tlbiwgYnV0IGxvbmcuLi4',
    sent: false,
    expires_at: '2026-11-21T09:15:00.123Z',
  },
);
