import {
  answer,
  constant,
  id,
  instant,
  listOf,
  nullable,
  phone,
  text,
} from '../../platform/http/answers/answer';
import type { doNotCallView } from '../application/do-not-call.view';

export const DO_NOT_CALL = answer<ReturnType<typeof doNotCallView>>(
  'DoNotCall',
  'A number that must not be called.',
  {
    object: constant('do_not_call'),
    phone_number: phone('The number, in E.164.'),
    since: instant('When it was put on the list.'),
    call_id: nullable(id('call', 'The call in which the contact asked not to be called; null otherwise.')),
    reason: text('In plain words.'),
  },
  {
    object: 'do_not_call',
    phone_number: '+919876540008',
    since: '2026-11-20T09:16:21.007Z',
    call_id: 'call_01kaf5v7m2q9x3t8w4z6c1b0dn',
    reason: 'The contact asked not to be called.',
  },
);

export const DO_NOT_CALL_LIST = listOf(DO_NOT_CALL, { paged: true });
