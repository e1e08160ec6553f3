import type { EndedCalls } from '../infrastructure/home.repository';
import { daysOf, figuresOf, foldHours, hoursOf } from './home-figures';

const DAYS = ['2026-01-05', '2026-01-06'];
const ended = (day: string, hour: number, status: string, disposition: string | null): EndedCalls => ({
  day,
  hour,
  status,
  disposition,
  count: hour,
  talkSeconds: 60 * hour,
});
const ENDED = DAYS.flatMap((day) => [
  ended(day, 9, 'completed', 'Interested'),
  ended(day, 10, 'completed', 'Interested'),
  ended(day, 10, 'completed', 'Callback'),
  ended(day, 10, 'busy', null),
  ended(day, 11, 'busy', null),
]);

test('folds the hours of all days but the last, and changes no figure that is shown', () => {
  const folded = foldHours(ENDED, '2026-01-06');
  expect(folded).toHaveLength(3 + 5);
  expect(figuresOf(folded, DAYS)).toEqual(figuresOf(ENDED, DAYS));
  expect(daysOf(folded, DAYS)).toEqual(daysOf(ENDED, DAYS));
  expect(hoursOf(folded, '2026-01-06')).toEqual(hoursOf(ENDED, '2026-01-06'));
});
