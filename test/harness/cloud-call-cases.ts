import type { CloudKind } from '../fakes/carriers/index.mjs';
import type { ExotelScript } from '../fakes/carriers/exotel.mjs';
import type { PlivoScript } from '../fakes/carriers/plivo.mjs';
import type { TwilioScript } from '../fakes/carriers/twilio.mjs';

/** A script at the carrier, and the end of our call. */
type CallCase<Script = object> = Script & {
  readonly becomesHere: 'completed' | 'busy' | 'no_answer' | 'failed';
  readonly expected?: object;
  /** The carrier refuses the request. */
  readonly refused?: unknown;
  /** The case disables its trunk for 30 s, so it has a trunk of its own. */
  readonly isTrunkOut?: boolean;
};

type Cases<Script> = Readonly<Record<string, CallCase<Script>>>;

const reason = (status_reason: string) => ({ status_reason });
const unplaced = (code: string) => reason(`The carrier could not place the call (${code}).`);
const refused = (code: string) => reason(`The carrier refused: ${code}, it does not allow the call`);
const UNREACHABLE = reason('The number does not exist or cannot be reached.');
const LOST = reason('The connection was lost during the talk.');
const BY_CONTACT = { ended_by: 'contact' };

/** The network of every carrier. */
const NETWORK = {
  'the contact hangs up': {
    hangUpAfterMs: 700,
    becomesHere: 'completed',
    expected: { ...BY_CONTACT, recording_url: expect.any(String) as string },
  },
  'each callback comes twice': {
    hangUpAfterMs: 700,
    weather: { doubled: true },
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'callbacks overtake each other': {
    hangUpAfterMs: 700,
    weather: { delays: [300, 0, 500, 100] },
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'callbacks are late, by more than the call takes': {
    hangUpAfterMs: 300,
    weather: { delays: [1_500] },
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'callbacks come before the answer to the request': {
    hangUpAfterMs: 700,
    answerMs: 600,
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'the answer to the request is lost': {
    hangUpAfterMs: 700,
    answerLost: true,
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'the answer is 503, although the call was made': {
    hangUpAfterMs: 700,
    answerStatus: 503,
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'the answer takes 30 s': {
    hangUpAfterMs: 700,
    answerMs: 30_000,
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'the answer is lost, and all callbacks: it is looked up': {
    becomes: 'busy',
    answerLost: true,
    weather: { lost: true },
    becomesHere: 'busy',
  },
  'the phone is busy': { becomes: 'busy', becomesHere: 'busy' },
  'nobody answers': { becomes: 'no-answer', becomesHere: 'no_answer' },
  'who answers hangs up before the audio': {
    gone: true,
    becomesHere: 'completed',
    expected: { duration_seconds: expect.any(Number) as number, ...BY_CONTACT },
  },
  'no callback arrives': {
    hangUpAfterMs: 700,
    weather: { lost: true },
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
  'the stream is cut without a word': {
    cutAfterMs: 300,
    weather: { lost: true },
    becomesHere: 'completed',
    expected: LOST,
  },
  'the stream is cut, and the carrier says that it is over': {
    cutAfterMs: 300,
    becomesHere: 'completed',
    expected: BY_CONTACT,
  },
} as const satisfies Cases<TwilioScript & PlivoScript & ExotelScript>;

/** Rows of one carrier, beside those of all, or in their place. */
const TWILIO: Cases<TwilioScript> = {
  'it fails': { becomes: 'failed', sipCode: 486, becomesHere: 'failed', expected: unplaced('486') },
  'the number is none': { refused: [400, 21_211], becomesHere: 'failed', expected: UNREACHABLE },
  'the country is not allowed': {
    refused: [400, 21_215],
    becomesHere: 'failed',
    expected: refused('21215'),
  },
};

const PLIVO: Cases<PlivoScript> = {
  // The stream ends without a message: only the callback reports the hang-up.
  'no callback arrives': {
    hangUpAfterMs: 700,
    weather: { lost: true },
    becomesHere: 'completed',
    expected: LOST,
  },
  'nobody answers in its time': { becomes: 'timeout', becomesHere: 'no_answer' },
  'it rang too long there': { becomes: 'no-answer', code: 6010, becomesHere: 'no_answer' },
  'who is called declines': {
    becomes: 'busy',
    code: 3020,
    becomesHere: 'busy',
    expected: reason('The call was declined.'),
  },
  'it fails': { becomes: 'failed', code: 5020, becomesHere: 'failed', expected: unplaced('5020') },
  'the number is none': { becomes: 'failed', code: 2000, becomesHere: 'failed', expected: UNREACHABLE },
  'the country is not allowed': {
    becomes: 'failed',
    code: 2030,
    becomesHere: 'failed',
    expected: refused('2030'),
  },
  'the request is not understood': { refused: 400, becomesHere: 'failed', expected: unplaced('400') },
  'a call that nobody took is told as completed': {
    becomes: 'no-answer',
    toldCompleted: true,
    becomesHere: 'no_answer',
  },
};

const EXOTEL: Cases<ExotelScript> = {
  'audio is µ-law': {
    hangUpAfterMs: 700,
    encoding: 'mulaw',
    becomesHere: 'completed',
    expected: { ...BY_CONTACT, recording_url: expect.any(String) as string },
  },
  'the audio is connected some time after the answer': {
    connectMs: 2_500,
    hangUpAfterMs: 300,
    becomesHere: 'completed',
    expected: { ...BY_CONTACT, duration_seconds: 2, recording_url: expect.any(String) as string },
  },
  'it fails': { becomes: 'failed', becomesHere: 'failed', expected: unplaced('failed') },
  'it is canceled there': { becomes: 'canceled', becomesHere: 'no_answer' },
  'the request is not understood': { refused: 400, becomesHere: 'failed', expected: unplaced('400') },
  'the request is not allowed': {
    refused: 403,
    isTrunkOut: true,
    becomesHere: 'failed',
    expected: refused('403'),
  },
  'a call that nobody took is told as completed': {
    becomes: 'no-answer',
    toldCompleted: true,
    becomesHere: 'no_answer',
  },
  'a status is told as null': { becomes: 'busy', toldNull: true, becomesHere: 'busy' },
};

/** Rows by kind; a carrier without rows has those of all. */
const OWN: Readonly<Partial<Record<CloudKind, Cases<object>>>> = {
  twilio: TWILIO,
  plivo: PLIVO,
  exotel: EXOTEL,
};

export function casesOf(kind: CloudKind): Cases<object> {
  return { ...NETWORK, ...OWN[kind] };
}
