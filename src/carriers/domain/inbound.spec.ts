import { INBOUND_REFUSALS, type InboundRejection, UNRECORDED_REJECTIONS } from './inbound';

const ROOM = 'The service had no room for the call.';

test.each<[InboundRejection, number, string, string | null]>([
  ['no_line', 486, 'busy', 'All lines were in use.'],
  ['no_channel', 486, 'busy', ROOM],
  ['process_full', 503, 'busy', ROOM],
  ['no_credits', 480, 'failed', 'Not enough credits to answer.'],
  ['agent', 480, 'failed', null],
  ['not_ready', 480, 'failed', 'The agent was not ready in time.'],
  ['stopping', 503, 'failed', 'The service was stopping.'],
  ['no_audio', 488, 'failed', "The caller's side offered no usable audio."],
  ['no_encryption', 488, 'failed', 'The carrier answered without encryption.'],
])('refuses for %s with %i, and the call is %s', (why, status, becomes, reason) =>
  expect(INBOUND_REFUSALS[why]).toEqual({
    status,
    retryAfter: why === 'stopping' ? '10' : null,
    becomes,
    reason,
  }),
);

test('refuses unrecorded calls without a hint, or with when to retry', () =>
  expect(UNRECORDED_REJECTIONS).toEqual({
    unknown_number: { status: 404, retryAfter: null },
    no_agent: { status: 404, retryAfter: null },
    rate: { status: 503, retryAfter: '5' },
    error: { status: 503, retryAfter: '5' },
    dispatch_off: { status: 503, retryAfter: '5' },
  }));
