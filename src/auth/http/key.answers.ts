import {
  answer,
  choice,
  constant,
  id,
  instant,
  listOf,
  listOfPlain,
  nullable,
  text,
} from '../../platform/http/answers/answer';
import { SCOPES } from '../../platform/http/scopes';
import { IDEMPOTENT_REPLAY } from '../../platform/http/answers/shared.answers';
import type { AccountKeys } from '../application/account-keys';

type View = Awaited<ReturnType<AccountKeys['revoke']>>;
type Created = Awaited<ReturnType<AccountKeys['create']>>;

const FIELDS = {
  object: constant('api_key'),
  id: id('key', 'Id.'),
  name: text('What it is for.'),
  prefix: text('Its first random characters.'),
  scopes: listOfPlain(choice(SCOPES, 'A scope.'), 'What it allows.'),
  product: text('The product it is for.'),
  expires_on: nullable(
    text("Last day it works, in the account's time zone; null for good.", { format: 'date' }),
  ),
  created_at: instant('When it was made.'),
  last_used_at: nullable(instant('Last use, to the minute.')),
  revoked_at: nullable(instant('When it was revoked.')),
};

const EXAMPLE: View = {
  object: 'api_key',
  id: 'key_01kaf5v7m2q9x3t8w4z6c1b0dn',
  name: 'CRM',
  prefix: 'AbCdEf12',
  scopes: ['calls:read'],
  product: 'ai_calling',
  expires_on: null,
  created_at: '2026-11-20T09:15:00.123Z',
  last_used_at: null,
  revoked_at: null,
};

export const API_KEY = answer<View>('ApiKey', 'A key, without its text.', FIELDS, EXAMPLE);

export const API_KEYS = listOf(API_KEY, { paged: true });

export const CREATED_KEY = answer<Created>(
  'CreatedApiKey',
  'The new key, with its text.',
  {
    ...FIELDS,
    key: nullable(text('The key itself, shown only now; null in a replay.')),
    idempotent_replay: IDEMPOTENT_REPLAY,
  },
  { ...EXAMPLE, key: 'aics_AbCdEf12AbCdEf12AbCdEf12AbCdEf12ABCDEF', idempotent_replay: false },
);
