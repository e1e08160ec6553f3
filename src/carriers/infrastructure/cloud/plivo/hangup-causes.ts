import type { LegFailure } from '../../../domain/cause-map';

const NO_ANSWER: LegFailure = { type: 'no_answer' };
const BUSY: LegFailure = { type: 'busy' };
/** The SIP statuses behind these codes; the cause table has their meaning. */
const DECLINED: LegFailure = { type: 'sip', status: 603, rang: false };
const NOWHERE: LegFailure = { type: 'sip', status: 604, rang: false };

/** Our side stopped the ringing. */
export const CANCELED = 1000;

/** Plivo's codes that a call ended with before an answer. https://www.plivo.com/docs/voice/troubleshooting/hangup-causes */
const UNANSWERED: ReadonlyMap<number, LegFailure> = new Map<number, LegFailure>([
  // Canceled; No Answer; Ring Timeout Reached.
  [CANCELED, NO_ANSWER],
  [3000, NO_ANSWER],
  [6010, NO_ANSWER],
  // Busy Line; Busy everywhere.
  [3010, BUSY],
  [3100, BUSY],
  // Rejected; Declined; Spam block.
  [3020, DECLINED],
  [3110, DECLINED],
  [3130, DECLINED],
  // Unallocated number; User does not exist anywhere.
  [3050, NOWHERE],
  [3120, NOWHERE],
  // Country, number and prefix barred; Unknown Caller ID; DNO Caller ID.
  ...[2030, 2040, 2050, 3030, 3140].map((code) => [code, { type: 'not_allowed', code }] as const),
]);

/** Invalid Destination; Destination Out Of Service. */
const BAD_NUMBER: ReadonlySet<number> = new Set([2000, 2010]);

/** Normal Hangup; End Of XML Instructions. */
const USUAL: ReadonlySet<number> = new Set([4000, 4010]);

/** Failures for a status without a cause. https://www.plivo.com/docs/voice/xml/request/call-status */
const BY_STATUS: ReadonlyMap<string, LegFailure> = new Map([
  ['busy', BUSY],
  ['no-answer', NO_ANSWER],
  ['timeout', NO_ANSWER],
  ['cancel', NO_ANSWER],
]);

/** @param status may be empty @param code null: missing */
export function unansweredEvent(status: string, code: number | null): LegFailure {
  const known = (code === null ? undefined : UNANSWERED.get(code)) ?? BY_STATUS.get(status);
  if (known) return known;
  // Reported as a normal end, which needs an answer.
  if (status === 'completed' && (code === null || USUAL.has(code))) return NO_ANSWER;
  if (code !== null && BAD_NUMBER.has(code)) return { type: 'unreachable' };
  return { type: 'cloud', code: code ?? 'failed' };
}

/** Whatever the status. */
export function isUnanswered(code: number | null): boolean {
  return code !== null && UNANSWERED.has(code);
}
