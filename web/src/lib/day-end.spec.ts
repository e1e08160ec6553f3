import { endOfDay, timeOfDay } from './day-end';

describe('the end of calling hours', () => {
  it.each([
    ['24:00', '00:00'],
    ['21:00', '21:00'],
    ['00:30', '00:30'],
  ])('is typed for %s as %s', (end, time) => {
    expect(timeOfDay(end)).toBe(time);
    expect(endOfDay(time)).toBe(end);
  });
});
