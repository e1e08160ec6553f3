import type { CarrierName, Doing } from './human-call-drivers';

/** Not a whole second: durations are rounded down. */
const TALK_MS = 2_400;
const LEFT = 'The counsellor hung up before the contact answered.';
const NOWHERE = 'The number does not exist or cannot be reached.';
const ANSWERS: Doing = { is: 'answering' };
const RINGS: Doing = { is: 'ringing' };
const HANGS_UP: Doing = { is: 'answering', hangsUpAfterMs: TALK_MS };

interface HumanCallEnd {
  readonly counsellor: Doing;
  readonly contact: Doing;
  readonly expected: Readonly<Record<string, unknown>> & { readonly status: string };
  /** The carriers that say so; without it all. */
  readonly over?: readonly CarrierName[];
}

export const WEB = ['twilio', 'plivo', 'exotel'] as const;
const completed = { status: 'completed', no_answer_by: null };

export const HUMAN_CALL_ENDS: Readonly<Record<string, HumanCallEnd>> = {
  'the counsellor is busy': {
    counsellor: { is: 'busy' },
    contact: RINGS,
    expected: { status: 'busy', no_answer_by: 'counsellor' },
  },
  'the counsellor does not answer': {
    counsellor: { is: 'silent' },
    contact: RINGS,
    expected: { status: 'no_answer', no_answer_by: 'counsellor' },
  },
  'the counsellor declines': {
    counsellor: { is: 'declining' },
    contact: RINGS,
    over: ['sip', 'plivo'],
    expected: { status: 'busy', no_answer_by: 'counsellor', status_reason: 'The call was declined.' },
  },
  'there is no such counsellor': {
    counsellor: { is: 'nowhere' },
    contact: RINGS,
    over: ['sip', 'twilio', 'plivo'],
    expected: { status: 'failed', no_answer_by: null, status_reason: NOWHERE },
  },
  'no trunk takes the counsellor': {
    counsellor: { is: 'full' },
    contact: RINGS,
    expected: {
      status: 'failed',
      status_reason: expect.stringMatching(
        /^The carrier refused: (503|429), it has no capacity right now$/,
      ) as string,
    },
  },
  'the contact is busy': {
    counsellor: ANSWERS,
    contact: { is: 'busy' },
    expected: { status: 'busy', no_answer_by: 'contact' },
  },
  'the contact does not answer': {
    counsellor: ANSWERS,
    contact: { is: 'silent' },
    expected: { status: 'no_answer', no_answer_by: 'contact' },
  },
  'the contact is switched off': {
    counsellor: ANSWERS,
    contact: { is: 'off' },
    over: ['sip'],
    expected: {
      status: 'no_answer',
      no_answer_by: 'contact',
      status_reason: 'The phone is switched off or out of reach.',
    },
  },
  'the contact declines': {
    counsellor: ANSWERS,
    contact: { is: 'declining' },
    over: ['sip', 'plivo'],
    expected: { status: 'busy', no_answer_by: 'contact', status_reason: 'The call was declined.' },
  },
  'there is no such contact': {
    counsellor: ANSWERS,
    contact: { is: 'nowhere' },
    over: ['sip', 'plivo'],
    expected: { status: 'failed', no_answer_by: null, status_reason: NOWHERE },
  },
  'no trunk takes the contact': {
    counsellor: ANSWERS,
    contact: { is: 'full' },
    over: ['sip'],
    expected: { status: 'failed', status_reason: 'The carrier refused: 503, it has no capacity right now' },
  },
  'the contact cannot be rung': {
    counsellor: ANSWERS,
    contact: { is: 'failing' },
    over: WEB,
    expected: {
      status: 'failed',
      status_reason: expect.stringMatching(
        /^The carrier could not place the call \((488|5020|failed)\)\.$/,
      ) as string,
    },
  },
  'the counsellor hangs up while the contact rings': {
    counsellor: { is: 'answering', hangsUpAfterMs: 600 },
    contact: RINGS,
    expected: { status: 'failed', no_answer_by: null, status_reason: LEFT },
  },
  'they talk, and the counsellor hangs up': {
    counsellor: { is: 'answering', hangsUpAfterMs: TALK_MS + 100 },
    contact: { ...ANSWERS, ringMs: 50 },
    expected: completed,
  },
  'they talk, and the contact hangs up': { counsellor: ANSWERS, contact: HANGS_UP, expected: completed },
  'each callback comes twice': {
    counsellor: { ...ANSWERS, weather: { doubled: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'callbacks overtake each other': {
    counsellor: { ...ANSWERS, weather: { delays: [300, 0, 500, 100] } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'callbacks are late': {
    counsellor: { ...ANSWERS, weather: { delays: [3_000] } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'no callback arrives: it is looked up': {
    counsellor: { ...ANSWERS, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'no callback arrives, and the contact is busy': {
    counsellor: { ...ANSWERS, weather: { lost: true } },
    contact: { is: 'busy' },
    over: WEB,
    expected: { status: 'busy', no_answer_by: 'contact' },
  },
  'callbacks come before the answer to the request': {
    counsellor: { ...ANSWERS, answerMs: 1_000 },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer to the request is lost': {
    counsellor: { ...ANSWERS, answerLost: true },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer is 503, although the call was made': {
    counsellor: { ...ANSWERS, answerStatus: 503 },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer takes 30 s, and no callback arrives': {
    counsellor: { ...ANSWERS, answerMs: 30_000, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the answer is lost, and all callbacks: it is looked for': {
    counsellor: { ...ANSWERS, answerLost: true, weather: { lost: true } },
    contact: HANGS_UP,
    over: WEB,
    expected: completed,
  },
  'the carrier does not say whose phone did not pick up': {
    counsellor: { ...ANSWERS, unnamed: true },
    contact: { is: 'silent' },
    over: ['exotel'],
    expected: { status: 'no_answer', no_answer_by: null },
  },
};
