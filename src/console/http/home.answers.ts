import {
  answer,
  choice,
  constant,
  decimal,
  flag,
  inline,
  instant,
  listOfPlain,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import type { Home } from '../application/home';

type View = Awaited<ReturnType<Home['view']>>;

/** Reasons of a batch's dry run, but for would_expire, and two more. */
const REASONS = [
  'outside_calling_hours',
  'recall_gap',
  'daily_number_limit',
  'daily_account_limit',
  'insufficient_credits',
  'scheduled',
  'no_free_line',
  'number_in_use',
];

export const COUNTS = {
  connected: whole('Completed AI calls.'),
  not_connected: whole('AI calls that ended as no answer, busy or failed.'),
};

export const HOME = answer<View>(
  'Home',
  'Figures of an account; test calls never count. At most 5 s old.',
  {
    object: constant('home'),
    waiting: whole('AI calls that wait now.'),
    in_progress: whole('Calls that dial or talk now; human calls too, unless for an agent.'),
    lines: whole('Calls at once, by the plan.'),
    ...COUNTS,
    connect_rate: nullable(decimal('connected of both, 0 to 1; null for none.', { minimum: 0, maximum: 1 })),
    talk_minutes: decimal('Minutes of talk; of human calls too, unless for an agent.', { minimum: 0 }),
    outcomes: listOfPlain(
      inline<View['outcomes'][number]>('A label.', {
        disposition: text('The label.'),
        count: whole('Calls.'),
      }),
      'Labels of the outcomes, the most frequent first.',
    ),
    credits_available: decimal('Credits now, without what is reserved.'),
    held: listOfPlain(
      inline<View['held'][number]>('Waiting calls with one reason.', {
        reason: choice(REASONS, 'Why they wait.'),
        until: nullable(instant('The earliest end; null when no clock ends it.')),
        count: whole('Calls.'),
      }),
      'What holds waiting calls now.',
    ),
    hours: listOfPlain(
      inline<View['hours'][number]>('An hour.', { hour: whole('0 to 23, of the local clock.'), ...COUNTS }),
      'Each hour, when one day is asked for; else empty.',
    ),
    days: listOfPlain(
      inline<View['days'][number]>('A day.', { day: text('Such as 2026-11-20.'), ...COUNTS }),
      'Each day that is asked for; of a single day the 14 up to it.',
    ),
    steps: inline<View['steps']>('Which first steps the account has made.', {
      agent: flag('It has an agent.'),
      call: flag('It has made a call.'),
      batch: flag('It has uploaded contacts.'),
      webhook: flag('It has a webhook.'),
      team: flag('It has a second member; the counsellor of the demo does not count.'),
    }),
  },
  {
    object: 'home',
    waiting: 128,
    in_progress: 3,
    lines: 10,
    connected: 42,
    not_connected: 18,
    connect_rate: 0.7,
    talk_minutes: 91.5,
    outcomes: [{ disposition: 'Interested', count: 17 }],
    credits_available: 1234.5,
    held: [{ reason: 'outside_calling_hours', until: '2026-11-22T03:30:00.000Z', count: 128 }],
    hours: [{ hour: 9, connected: 12, not_connected: 4 }],
    days: [{ day: '2026-11-20', connected: 42, not_connected: 18 }],
    steps: { agent: true, call: true, batch: false, webhook: false, team: true },
  },
);

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
