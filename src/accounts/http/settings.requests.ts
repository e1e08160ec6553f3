import { fieldNames } from '../../platform/http/answers/field-names';
import { field } from '../../platform/http/fields/field';
import type { InnerProblem } from '../../platform/http/fields/field-registry';
import { Choice, Flag, NumberBetween, Text, TextList } from '../../platform/http/fields/fields';
import { TableField } from '../../platform/http/fields/table-requests';
import { accountNameProblem } from '../../platform/kernel/mailed-name';
import { controlProblem } from '../../platform/kernel/text';
import { isTimeZone } from '../../platform/kernel/zoned-time';
import { RETRY_FIELD, retryPolicyOf, type RetryView } from '../../shared-kernel/retry-policy';
import type { AccountSettings } from '../domain/account';
import { LISTENING_MODES, type ListeningMode, MAX_NOTICE_LENGTH } from '../domain/listening';
import { SETTINGS } from './settings.answers';
import { isObject, withoutUndefined } from '../../platform/kernel/own';
import { HOUR_SECONDS } from '../../platform/kernel/time/durations';

const START = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const END = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

interface Hours {
  readonly from: string;
  readonly to: string;
}

const isClock = (form: RegExp, value: unknown) => typeof value === 'string' && form.test(value);

function CallingHours(): PropertyDecorator {
  const clock = (pattern: RegExp, example: string) => ({
    type: 'string' as const,
    pattern: pattern.source,
    example,
  });
  return field(
    {
      patch: true,
      nullable: true,
      description:
        'Start included, end excluded; an end before the start is on the next day. null means always.',
      example: { from: '09:00', to: '21:00' },
    },
    {
      type: 'object',
      required: ['from', 'to'],
      additionalProperties: false,
      properties: { from: clock(START, '09:00'), to: clock(END, '21:00') },
    },
    hoursProblem,
  );
}

function hoursProblem(value: unknown): string | InnerProblem[] | undefined {
  if (!isObject(value)) return 'must be a JSON object';
  const { from, to, ...others } = value as Partial<Hours>;
  const message = 'must be a time such as 09:00';
  const problems = [
    ...(isClock(START, from) ? [] : [{ path: '.from', message }]),
    ...(isClock(END, to) ? [] : [{ path: '.to', message }]),
    ...Object.keys(others).map((name) => ({ path: `.${name}`, message: 'is not a known field' })),
  ];
  if (problems.length > 0) return problems;
  return from === to ? [{ path: '.to', message: 'must differ from from' }] : undefined;
}

export class ChangeSettingsRequest {
  static readonly readOnly = fieldNames(SETTINGS);

  @Text({
    patch: true,
    min: 1,
    max: 120,
    trim: true,
    description: 'Without URLs and line breaks: mails show it.',
    problemOf: accountNameProblem,
    example: 'Sunrise College',
  })
  name?: string;

  @Text({
    patch: true,
    min: 1,
    max: 64,
    example: 'Asia/Kolkata',
    problemOf: (value) => (isTimeZone(value) ? undefined : 'must be a time zone such as Asia/Kolkata'),
  })
  timezone?: string;

  @CallingHours()
  calling_hours?: Hours | null;

  @NumberBetween(0, 43_200, {
    patch: true,
    whole: true,
    description: 'Minutes between two calls to a number.',
  })
  recall_gap_minutes?: number;

  @NumberBetween(0, 1_000_000, { patch: true, whole: true, description: 'Calls a day to a number.' })
  daily_per_number?: number;

  @NumberBetween(1, 8_760, { patch: true, whole: true, description: 'Hours that a call waits at most.' })
  queue_hours?: number;

  @NumberBetween(1, 1_440, { patch: true, whole: true, description: 'Longest human call.' })
  max_human_minutes?: number;

  @Choice(LISTENING_MODES, { patch: true, description: 'Who may listen to running calls.' })
  listening?: ListeningMode;

  @Text({
    patch: true,
    min: 1,
    max: MAX_NOTICE_LENGTH,
    trim: true,
    description: 'none, script, or what agents say before their opening line.',
    problemOf: controlProblem,
    example: 'script',
  })
  listening_notice?: string;

  @Flag({ patch: true, description: 'Whether human calls may be heard; needs the notice script.' })
  listening_human?: boolean;

  @TableField(RETRY_FIELD, { patch: true, nullable: true })
  retry?: RetryView | null;

  @TextList({
    patch: true,
    maxItems: 50,
    itemMax: 64,
    description: 'Labels of agents without their own; empty for the default ones.',
    problemOf: controlProblem,
    example: ['Interested', 'Not_Interested'],
  })
  dispositions?: string[];
}

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Only what the request sends. */
export function settingsOf(body: ChangeSettingsRequest): AccountSettings {
  const { calling_hours: hours, listening_notice: notice, retry } = body;
  return withoutUndefined({
    name: body.name,
    timezone: body.timezone,
    opensAtMinute: hours && minutesOf(hours.from),
    closesAtMinute: hours && minutesOf(hours.to),
    recallGapSeconds: body.recall_gap_minutes && body.recall_gap_minutes * 60,
    dailyPerNumber: body.daily_per_number,
    queueSeconds: body.queue_hours && body.queue_hours * HOUR_SECONDS,
    maxHumanMinutes: body.max_human_minutes,
    listening: body.listening,
    listeningNotice: notice === 'none' ? null : notice,
    listeningHuman: body.listening_human,
    retry: retry && retryPolicyOf(retry),
    dispositions: body.dispositions,
  });
}
