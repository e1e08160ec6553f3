import type { EndCause } from '../../shared-kernel/end-cause';

export type CauseRow =
  | 'busy'
  | 'declined'
  | 'no_answer'
  | 'switched_off'
  | 'stopped_before_ringing'
  | 'unreachable'
  | 'unreachable_here'
  | 'not_allowed'
  | 'no_codec'
  | 'redirected'
  | 'no_capacity'
  | 'unreachable_target'
  | 'queued_too_long'
  | 'first_timeout'
  | 'request_lost'
  | 'not_placed'
  | 'not_placed_at_all'
  | 'no_usable_audio'
  | 'no_encryption';

interface Meaning {
  /** Unless an 18x came before: then the carrier had accepted the dial. */
  readonly triesNextTrunk: boolean;
  readonly cause: EndCause;
  /** `NNN` stands for the status or code. Undefined: the cause is enough. */
  readonly reason?: string;
  /** A refusal before the phone rang; `temporary`: the call is put back into the queue. */
  readonly refused?: 'temporary' | 'permanent';
  readonly noCapacity?: true;
  readonly countsAsDial?: true;
}

const NO_CAPACITY = 'it has no capacity right now';
const UNREACHABLE = 'The number does not exist or cannot be reached.';
const NOT_PLACED = 'The carrier could not place the call (NNN).';

export const CAUSE_MEANINGS: Readonly<Record<CauseRow, Meaning>> = {
  busy: { triesNextTrunk: false, cause: 'busy' },
  declined: { triesNextTrunk: false, cause: 'busy', reason: 'The call was declined.' },
  no_answer: { triesNextTrunk: false, cause: 'no_answer' },
  switched_off: {
    triesNextTrunk: false,
    cause: 'no_answer',
    reason: 'The phone is switched off or out of reach.',
  },
  stopped_before_ringing: {
    triesNextTrunk: true,
    cause: 'failed',
    reason: 'The carrier gave up before it rang (NNN).',
  },
  unreachable: { triesNextTrunk: false, cause: 'number_unreachable', reason: UNREACHABLE },
  // This trunk may lack a route to the number, so the next one is tried.
  unreachable_here: { triesNextTrunk: true, cause: 'number_unreachable', reason: UNREACHABLE },
  not_allowed: {
    triesNextTrunk: true,
    cause: 'failed',
    refused: 'permanent',
    reason: 'NNN, it does not allow the call',
  },
  no_codec: {
    triesNextTrunk: true,
    cause: 'failed',
    refused: 'permanent',
    reason: 'NNN, it takes none of the offered codecs',
  },
  redirected: {
    triesNextTrunk: false,
    cause: 'failed',
    refused: 'permanent',
    reason: 'NNN, it redirected the call',
  },
  no_capacity: {
    triesNextTrunk: true,
    cause: 'failed',
    refused: 'temporary',
    reason: `NNN, ${NO_CAPACITY}`,
    noCapacity: true,
  },
  unreachable_target: {
    triesNextTrunk: true,
    cause: 'failed',
    refused: 'temporary',
    reason: 'it cannot be reached',
  },
  queued_too_long: {
    triesNextTrunk: false,
    cause: 'failed',
    refused: 'temporary',
    reason: NO_CAPACITY,
    noCapacity: true,
  },
  first_timeout: {
    triesNextTrunk: false,
    cause: 'failed',
    refused: 'temporary',
    reason: 'it did not answer',
    countsAsDial: true,
  },
  request_lost: { triesNextTrunk: false, cause: 'failed', reason: 'The carrier did not answer the request.' },
  not_placed: { triesNextTrunk: true, cause: 'failed', reason: NOT_PLACED },
  not_placed_at_all: { triesNextTrunk: false, cause: 'failed', reason: NOT_PLACED },
  no_usable_audio: {
    triesNextTrunk: false,
    cause: 'failed',
    reason: 'The carrier answered without usable audio.',
  },
  no_encryption: {
    triesNextTrunk: false,
    cause: 'failed',
    reason: 'The carrier answered without encryption.',
  },
};

/** SIP statuses; of two rows the first is for before any 18x, the second for after one. */
export const SIP_ROWS: ReadonlyMap<number, CauseRow | readonly [CauseRow, CauseRow]> = new Map<
  number,
  CauseRow | readonly [CauseRow, CauseRow]
>([
  [401, 'not_allowed'],
  [402, 'not_allowed'],
  [403, 'not_allowed'],
  [404, ['unreachable_here', 'unreachable']],
  [407, 'not_allowed'],
  [408, ['stopped_before_ringing', 'no_answer']],
  [410, 'unreachable'],
  [480, 'no_answer'],
  [484, ['unreachable_here', 'unreachable']],
  [486, 'busy'],
  [487, ['stopped_before_ringing', 'no_answer']],
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

/** Q.850 causes that beat the SIP status. Normal clearing (16) and the uninformative 31 and 127 do not. */
export const Q850_ROWS: ReadonlyMap<number | null, CauseRow> = new Map([
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
