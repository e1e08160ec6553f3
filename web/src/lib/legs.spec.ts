import { legsOf } from './legs';

const DIALED = '2026-11-22T09:00:00.000Z';

describe('the two phones of a human call', () => {
  it.each([
    ['queued', null, null, 'waiting', 'waiting'],
    ['canceled', null, null, 'waiting', 'waiting'],
    ['failed', null, null, 'waiting', 'waiting'],
    ['ringing_counsellor', DIALED, null, 'ringing', 'waiting'],
    ['connecting', DIALED, null, 'answered', 'ringing'],
    ['in_progress', DIALED, null, 'answered', 'answered'],
    ['completed', DIALED, null, 'ended', 'ended'],
    ['canceled', DIALED, null, 'ended', 'ended'],
    ['busy', DIALED, 'counsellor', 'failed', 'waiting'],
    ['no_answer', DIALED, 'counsellor', 'failed', 'waiting'],
    ['busy', DIALED, 'contact', 'ended', 'failed'],
    ['no_answer', DIALED, 'contact', 'ended', 'failed'],
    ['no_answer', DIALED, null, 'failed', 'failed'],
    ['failed', DIALED, null, 'failed', 'failed'],
  ] as const)(
    'of %s, rung at %s, not answered by %s, are %s and %s',
    (status, dialed_at, no_answer_by, counsellor, contact) =>
      expect(legsOf({ status, dialed_at, no_answer_by })).toEqual({ counsellor, contact }),
  );
});
