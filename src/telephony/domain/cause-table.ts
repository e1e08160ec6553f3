import type { EndCause } from '../../platform/kernel/end-cause';

/** The rows of the cause table: what the network can say about a dial, by what it means. */
export type Row =
  | 'busy'
  | 'declined'
  | 'no_answer'
  | 'switched_off'
  | 'gave_up'
  | 'unreachable'
  | 'unreachable_here'
  | 'not_allowed'
  | 'no_codec'
  | 'redirected'
  | 'no_capacity'
  | 'not_there'
  | 'queued_too_long'
  | 'silent_once'
  | 'request_lost'
  | 'not_placed'
  | 'not_placed_at_all'
  | 'no_usable_audio';

/** What a row means for the call. */
interface Meaning {
  readonly failover: boolean;
  readonly cause: EndCause;
  /** `NNN` stands for the status or code. Undefined: the cause says it all. */
  readonly reason?: string;
  /** A refusal before the phone rang; `for_now`: the call is put back into the queue. */
  readonly refused?: 'for_now' | 'for_good';
  readonly noCapacity?: true;
  readonly counts?: true;
}

const NO_CAPACITY = 'it has no capacity right now';
const UNREACHABLE = 'The number does not exist or cannot be reached.';
const NOT_PLACED = 'The carrier could not place the call (NNN).';

export const WORDS: Readonly<Record<Row, Meaning>> = {
  busy: { failover: false, cause: 'busy' },
  declined: { failover: false, cause: 'busy', reason: 'The call was declined.' },
  no_answer: { failover: false, cause: 'no_answer' },
  switched_off: { failover: false, cause: 'no_answer', reason: 'The phone is switched off or out of reach.' },
  gave_up: { failover: true, cause: 'failed', reason: 'The carrier gave up before it rang (NNN).' },
  unreachable: { failover: false, cause: 'number_unreachable', reason: UNREACHABLE },
  // This trunk may lack a route to the number: another is asked.
  unreachable_here: { failover: true, cause: 'number_unreachable', reason: UNREACHABLE },
  not_allowed: {
    failover: true,
    cause: 'failed',
    refused: 'for_good',
    reason: 'NNN, it does not allow the call',
  },
  no_codec: {
    failover: true,
    cause: 'failed',
    refused: 'for_good',
    reason: 'NNN, it takes none of the offered codecs',
  },
  redirected: {
    failover: false,
    cause: 'failed',
    refused: 'for_good',
    reason: 'NNN, it redirected the call',
  },
  no_capacity: {
    failover: true,
    cause: 'failed',
    refused: 'for_now',
    reason: `NNN, ${NO_CAPACITY}`,
    noCapacity: true,
  },
  not_there: { failover: true, cause: 'failed', refused: 'for_now', reason: 'it cannot be reached' },
  queued_too_long: {
    failover: false,
    cause: 'failed',
    refused: 'for_now',
    reason: NO_CAPACITY,
    noCapacity: true,
  },
  silent_once: {
    failover: false,
    cause: 'failed',
    refused: 'for_now',
    reason: 'it did not answer',
    counts: true,
  },
  request_lost: { failover: false, cause: 'failed', reason: 'The carrier did not answer the request.' },
  not_placed: { failover: true, cause: 'failed', reason: NOT_PLACED },
  not_placed_at_all: { failover: false, cause: 'failed', reason: NOT_PLACED },
  no_usable_audio: { failover: false, cause: 'failed', reason: 'The carrier answered without usable audio.' },
};

/** SIP statuses; of two rows the first is for before any 18x, the second for after one. */
export const SIP_ROWS: ReadonlyMap<number, Row | readonly [Row, Row]> = new Map<
  number,
  Row | readonly [Row, Row]
>([
  [401, 'not_allowed'],
  [402, 'not_allowed'],
  [403, 'not_allowed'],
  [404, ['unreachable_here', 'unreachable']],
  [407, 'not_allowed'],
  [408, ['gave_up', 'no_answer']],
  [410, 'unreachable'],
  [480, 'no_answer'],
  [484, ['unreachable_here', 'unreachable']],
  [486, 'busy'],
  [487, ['gave_up', 'no_answer']],
  [488, 'no_codec'],
  [500, 'no_capacity'],
  [502, 'no_capacity'],
  [503, 'no_capacity'],
  [600, 'busy'],
  [603, 'declined'],
  [604, 'unreachable'],
  [606, 'no_codec'],
  [607, 'declined'],
  [608, 'declined'],
]);

/** Q.850 causes that beat the SIP status. */
export const Q850_ROWS: ReadonlyMap<number, Row> = new Map([
  [1, 'unreachable'],
  [17, 'busy'],
  [18, 'no_answer'],
  [19, 'no_answer'],
  [20, 'switched_off'],
  [21, 'declined'],
  [22, 'unreachable'],
  [28, 'unreachable'],
  [34, 'no_capacity'],
  [38, 'no_capacity'],
  [41, 'no_capacity'],
  [42, 'no_capacity'],
  [44, 'no_capacity'],
  [47, 'no_capacity'],
]);

/** Codes of cloud carriers for a number that nobody reaches. */
export const CLOUD_UNREACHABLE: ReadonlySet<string> = new Set([
  'twilio 21211',
  'twilio 21214',
  'twilio 21217',
  'plivo 2000',
  'plivo 2010',
]);
