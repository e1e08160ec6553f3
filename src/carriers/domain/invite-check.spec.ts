import type { LegFailure } from './cause-map';
import { inviteCheck } from './invite-check';

const sip = (status: number, q850: number | null = null): LegFailure => ({
  type: 'sip',
  status,
  q850,
  rang: false,
});

test.each([
  ['rang', true, 'The phone rang, and the call was taken back.'],
  ['answered', true, 'The phone was answered, and the call was hung up.'],
  ['rang', false, 'did not confirm'],
] as const)('accepts a phone that %s (confirmed: %s)', (kind, confirmed, words) =>
  expect(inviteCheck({ kind, confirmed })).toMatchObject({
    name: 'invite',
    ok: true,
    message: expect.stringContaining(words),
  }),
);

test.each<[LegFailure, string | null, string]>([
  [
    sip(403),
    '403 Forbidden',
    'The carrier refused: 403, it does not allow the call. The server answered 403',
  ],
  [sip(401), '401 Unauthorized', 'Check --username, --auth-username and --password.'],
  [sip(404), '404 Not Found', 'Check --number-format'],
  [sip(488), '488 Not Acceptable Here', 'Check --codecs.'],
  [sip(503), '503 Service Unavailable', 'it has no capacity right now'],
  [sip(486), '486 Busy Here', 'The phone is busy or declined.'],
  [sip(480, 20), '480 Absent', 'The phone is switched off or out of reach.'],
  [sip(480), '480 Temporarily Unavailable', 'The phone cannot be reached now.'],
  [{ type: 'ring_timeout' }, null, 'Nothing rang in time'],
  [{ type: 'connection_refused' }, null, 'it cannot be reached'],
  [{ type: 'no_response', receivedSince: false, again: false }, null, 'it did not answer'],
  [{ type: 'no_usable_audio' }, null, 'without usable audio'],
])('rejects %j', (event, said, words) => {
  const check = inviteCheck({ kind: 'failed', event, statusLine: said });
  expect(check).toMatchObject({ ok: false, message: expect.stringContaining(words) });
});

test('shows no number of a response', () => {
  const check = inviteCheck({ kind: 'failed', event: sip(404), statusLine: '404 +919800000001 unknown' });
  expect(check.message).not.toContain('98000');
});
