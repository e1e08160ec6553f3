import { callbackTime } from './callback-time';

const MOMENT = { now: new Date('2026-11-29T20:00:30.000Z'), timeZone: 'Asia/Kolkata' };
const at = (text: string) => {
  const time = callbackTime({ at: text }, MOMENT);
  return time instanceof Date ? time.toISOString() : time.error.code;
};

describe('the time of a callback', () => {
  it.each([
    ['2026-11-30T18:00', '2026-11-30T12:30:00.000Z'],
    ['2026-11-30 18:00:45', '2026-11-30T12:30:45.000Z'],
    ['2026-11-30T18:00:45.5', '2026-11-30T12:30:45.500Z'],
    ['2026-11-30T18:00:45+05:30', '2026-11-30T12:30:45.000Z'],
    ['2026-11-30T18:00:60', 'invalid'],
  ])('is what was named, with its seconds: %s', (text, instant) => expect(at(text)).toBe(instant));

  it('is 5 minutes ahead at least, to the second', () => {
    expect(at('2026-11-30T01:35:30')).toBe('2026-11-29T20:05:30.000Z');
    expect(at('2026-11-30T01:35:29')).toBe('bad_time');
  });
});
