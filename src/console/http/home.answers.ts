import {
  answer,
  choiceOf,
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
import type { WaitReason } from '../application/wait-reason-reader';

type View = Awaited<ReturnType<Home['views']['view']>>;

const REASONS = choiceOf<WaitReason>(
  {
    outside_calling_hours: true,
    recall_gap: true,
    daily_number_limit: true,
    daily_account_limit: true,
    insufficient_credits: true,
    scheduled: true,
    no_free_line: true,
    number_in_use: true,
  },
  'Why they wait.',
);

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
        reason: REASONS,
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
