import {
  answer,
  choice,
  constant,
  decimal,
  flag,
  inline,
  listOfPlain,
  nullable,
  text,
  whole,
} from '../../platform/http/answers/answer';
import { answerOf } from '../../platform/http/answers/table-answers';
import { RETRY_FIELD } from '../../shared-kernel/retry-policy';
import type { OwnSettings } from '../application/own-settings';
import { UNLOCKABLE_SETTINGS } from '../domain/account';
import { LISTENING_MODES } from '../domain/listening';

type View = Awaited<ReturnType<OwnSettings['view']>>;

export const SETTINGS = answer<View>(
  'Settings',
  "The account's settings.",
  {
    object: constant('settings'),
    name: text('Name of the account.'),
    timezone: text('Time zone.'),
    calling_hours: nullable(
      inline<NonNullable<View['calling_hours']>>('Local times; null means always.', {
        from: text('Start, included.'),
        to: text('End, excluded.'),
      }),
    ),
    recall_gap_minutes: decimal('Minutes between two calls to a number.', { minimum: 0 }),
    daily_per_number: whole('Calls a day to a number.'),
    queue_hours: decimal('Hours that a call waits at most.', { minimum: 0 }),
    max_human_minutes: whole('Longest human call, in minutes.'),
    listening: choice(
      LISTENING_MODES,
      'Who may listen to running calls: nobody, admins, or admins and staff.',
    ),
    listening_notice: text(
      'How contacts learn of it: none, script (the opening lines say it), or what agents say before their opening line.',
    ),
    listening_human: flag('Whether human calls may be heard.'),
    retry: nullable(answerOf(RETRY_FIELD.type, 'Further attempts; null: none.')),
    dispositions: listOfPlain(
      text('A label.'),
      'Labels of agents without their own; empty: the default ones.',
    ),
    unlocked: listOfPlain(
      choice(UNLOCKABLE_SETTINGS, 'A setting.'),
      'What admins may change beside name and dispositions.',
    ),
    plan: inline<View['plan']>('Set by the operator.', {
      lines: whole('Calls at once.'),
      daily_limit: whole('Calls a day.'),
      carrier: text('The carrier.'),
      countries: nullable(
        listOfPlain(text('ISO 3166 code.'), 'Countries that may be called; null means all.'),
      ),
    }),
  },
  {
    object: 'settings',
    name: 'Sunrise College',
    timezone: 'Asia/Kolkata',
    calling_hours: { from: '09:00', to: '21:00' },
    recall_gap_minutes: 60,
    daily_per_number: 3,
    queue_hours: 72,
    max_human_minutes: 60,
    listening: 'off',
    listening_notice: 'none',
    listening_human: false,
    retry: null,
    dispositions: [],
    unlocked: ['calling_hours'],
    plan: { lines: 10, daily_limit: 1_000, carrier: 'simulator', countries: ['IN'] },
  },
);
