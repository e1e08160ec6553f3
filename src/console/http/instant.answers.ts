import { answer, constant, instant, text } from '../../platform/http/answers/answer';

export const INSTANT = answer<{ object: 'instant'; local: string; at: string }>(
  'Instant',
  "A local time of the account's zone.",
  {
    object: constant('instant'),
    local: text('As asked.'),
    at: instant(
      'The instant. A time that a clock change leaves out moves forward; of a doubled one it is the first.',
    ),
  },
  { object: 'instant', local: '2026-11-22T09:00', at: '2026-11-22T03:30:00.000Z' },
);
