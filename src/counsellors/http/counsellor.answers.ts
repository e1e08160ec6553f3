import {
  answer,
  baseOf,
  choiceOf,
  constant,
  type Fields,
  flag,
  id,
  inline,
  listOf,
  listOfPlain,
  nullable,
  optional,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { IDEMPOTENT_REPLAY, WARNINGS } from '../../platform/http/answers/shared.answers';
import type { CounsellorEditor } from '../application/counsellor-editor';
import type { counsellorListItem, counsellorView } from '../application/counsellor.view';
import type { CounsellorStatus } from '../domain/counsellor-status';
import { COUNSELLOR_LIMITS } from '../domain/counsellor';

type ListItemView = ReturnType<typeof counsellorListItem>;
type CounsellorView = ReturnType<typeof counsellorView>;
/** Writes need counsellors:manage, so their responses have every field. */
type Managed = Required<CounsellorView>;
type AddedView = Managed & Omit<Awaited<ReturnType<CounsellorEditor['add']>>, keyof CounsellorView>;
type Removed = Awaited<ReturnType<CounsellorEditor['remove']>>;
type Deactivation = NonNullable<Removed['effects']>;
type RemovedView = Managed & Omit<Removed, keyof CounsellorView | 'effects'> & { effects: Deactivation };
type ChangedView = Managed &
  Pick<RemovedView, 'warnings'> & { effects?: Partial<Deactivation> | Reactivation };
interface Reactivation {
  can_call: boolean;
}

const MANAGES = 'Only for keys with counsellors:manage.';

const ITEM = {
  id: id('csl', 'Used as counsellor_id on POST /human-calls.'),
  object: constant('counsellor'),
  name: text('Name.', { maxLength: COUNSELLOR_LIMITS.name }),
  email: text('The dashboard login.'),
  roles: listOfPlain(text('A role; COUNSELLOR is one.'), 'Counsellor roles only.'),
  can_call: flag("Whether the person can take a human call now on the account's calling provider."),
  blocked_reason: nullable(text('Why can_call is false, such as no mobile number on the profile.')),
  status: choiceOf<CounsellorStatus>(
    { active: true, invited: true, inactive: true },
    'invited until the link of the welcome e-mail was accepted; inactive after DELETE.',
  ),
  manageable: flag(`Whether the API may change this person; false for admins and other staff. ${MANAGES}`),
  shared_account: flag(
    `The login also belongs to another account: name and mobile number cannot be changed here. ${MANAGES}`,
  ),
};

const SINGLE = {
  mobile_number: nullable(
    text(
      `Digits with country code, as stored; null when there is none or the login also belongs to another account. ${MANAGES}`,
      { pattern: '^[1-9][0-9]{3,14}$' },
    ),
  ),
  carrier_extension: nullable(
    text(`For carrier-integrated providers; unique in the account. ${MANAGES}`, {
      maxLength: COUNSELLOR_LIMITS.extension,
    }),
  ),
};

const MANAGED = { ...ITEM, ...SINGLE };

const EXAMPLE: Managed = {
  id: 'csl_01kaf5s1w3e5r7t9y2u4i6o8p0',
  object: 'counsellor',
  name: 'Meera Nair',
  email: 'meera@example.com',
  roles: ['COUNSELLOR'],
  can_call: true,
  blocked_reason: null,
  status: 'active',
  manageable: true,
  shared_account: false,
  mobile_number: '919876541000',
  carrier_extension: '1001',
};

const { mobile_number: _, carrier_extension: __, ...LISTED } = EXAMPLE;

const READ_ITEM: Fields<ListItemView> = {
  ...ITEM,
  manageable: optional(ITEM.manageable),
  shared_account: optional(ITEM.shared_account),
};
const READ: Fields<CounsellorView> = {
  ...READ_ITEM,
  mobile_number: optional(SINGLE.mobile_number),
  carrier_extension: optional(SINGLE.carrier_extension),
};

const ITEM_BASE = baseOf('CounsellorListItemFields', 'What a counsellor has on the list, too.', READ_ITEM);
const BASE = baseOf('CounsellorFields', 'What every Counsellor has.', READ, ITEM_BASE);

const LIST_ITEM = answer<ListItemView>(
  'CounsellorListItem',
  'A counsellor of the list.',
  READ_ITEM,
  LISTED,
  ITEM_BASE,
);

export const COUNSELLOR_LIST = listOf(LIST_ITEM, { paged: false });

/** A key without counsellors:manage sees fewer fields. */
export const COUNSELLOR = answer<CounsellorView>(
  'Counsellor',
  'A person who takes human calls.',
  READ,
  EXAMPLE,
  BASE,
);

export const ADDED_COUNSELLOR = answer<AddedView>(
  'AddedCounsellor',
  'The counsellor, with what adding them brought up.',
  {
    ...MANAGED,
    created: flag('true when the request made the person a counsellor; false when they already were.'),
    existing_account: flag(
      'The e-mail already had a login: it was reused, name, mobile and password unchanged, no e-mail sent.',
    ),
    welcome_email_sent: flag('Whether the mail server took the welcome e-mail within 5 seconds.'),
    warnings: WARNINGS,
    idempotent_replay: IDEMPOTENT_REPLAY,
  },
  {
    ...EXAMPLE,
    status: 'invited',
    created: true,
    existing_account: false,
    welcome_email_sent: true,
    warnings: [],
    idempotent_replay: false,
  },
  BASE,
);

const DEACTIVATION = {
  human_calls_canceled: whole('On deactivation: waiting human calls that were canceled.'),
  invitation_revoked: flag('On deactivation: whether an open invitation was revoked.'),
};

export const CHANGED_COUNSELLOR = answer<ChangedView>(
  'ChangedCounsellor',
  'The counsellor, with what else changed.',
  {
    ...MANAGED,
    effects: optional(
      inline<Partial<Deactivation & Reactivation>>('Only when active was sent: what else changed.', {
        human_calls_canceled: optional(DEACTIVATION.human_calls_canceled),
        invitation_revoked: optional(DEACTIVATION.invitation_revoked),
        can_call: optional(flag('On reactivation: whether the person can take a human call now.')),
      }),
    ),
    warnings: WARNINGS,
  },
  { ...EXAMPLE, effects: { can_call: true }, warnings: [] },
  BASE,
);

export const REMOVED_COUNSELLOR = answer<RemovedView>(
  'RemovedCounsellor',
  'The counsellor, inactive, with what else changed.',
  {
    ...MANAGED,
    effects: inline<Deactivation>('Zeros when nothing changed.', DEACTIVATION),
    warnings: WARNINGS,
  },
  {
    ...EXAMPLE,
    can_call: false,
    blocked_reason: 'The counsellor is inactive.',
    status: 'inactive',
    effects: { human_calls_canceled: 1, invitation_revoked: false },
    warnings: [],
  },
  BASE,
);
