import { isFinal } from '../../platform/kernel/transition-table';
import { HumanCall } from './human-call';
import type { ReportedEnd } from './human-call-ending';
import { type HumanCallState, queuedHumanCall } from './human-call-state';
import {
  HUMAN_CALL_STATUSES,
  HUMAN_CALL_TRANSITIONS,
  type HumanCallStatus,
  type HumanCallTrigger,
} from './human-call-status';

const AT = new Date('2026-11-20T10:00:00Z');
const LATER = new Date('2026-11-20T10:01:30Z');

function callIn(status: HumanCallStatus, more: Partial<HumanCallState> = {}): HumanCall {
  const queued = queuedHumanCall(
    { phoneNumber: '+919876543210', contact: {}, metadata: {}, analyze: true },
    {
      id: 'hcall_1',
      accountId: 'acct_1',
      counsellor: { id: 'csl_1', name: 'Meera', email: 'meera@example.com' },
      leadId: null,
      statusUpdates: 'realtime',
      hosted: true,
    },
    AT,
  );
  const answeredAt = status === 'in_progress' ? AT : null;
  return new HumanCall({ ...queued, status, maxTalkSeconds: 600, dialedAt: AT, answeredAt, ...more });
}

const end = (fields: Partial<ReportedEnd>): ReportedEnd => ({
  cause: 'hung_up',
  talkMs: null,
  hasTranscript: false,
  ...fields,
});

/** The method that fires each trigger. */
const TRIGGERS: Record<HumanCallTrigger, (call: HumanCall) => unknown> = {
  dial: (call) =>
    call.dial(
      {
        carrier: 'c',
        statusUpdates: 'realtime',
        hosted: true,
        maxTalkSeconds: 600,
        creditsLimitTalk: false,
        watchdogAt: AT,
        recording: null,
      },
      AT,
    ),
  counsellor_answers: (call) => call.counsellorAnswers(AT),
  contact_answers: (call) => call.contactAnswers(AT, AT),
  ring_out: (call) => call.end(end({ cause: 'no_answer' }), AT),
  find_busy: (call) => call.end(end({ cause: 'busy' }), AT),
  fail: (call) => call.fail('because', AT),
  cancel: (call) => call.cancel('because', AT),
  hang_up: (call) => call.end(end({ talkMs: 90_000 }), LATER),
};

/** Facts that imply several steps, with the status they lead to. */
const WALKS: Partial<Record<`${HumanCallStatus} ${HumanCallTrigger}`, HumanCallStatus>> = {
  'ringing_counsellor contact_answers': 'in_progress',
  'ringing_counsellor hang_up': 'completed',
  'connecting hang_up': 'completed',
  // The contact had answered, so the reported cause does not matter (R7).
  'in_progress ring_out': 'completed',
  'in_progress find_busy': 'completed',
};

describe.each(HUMAN_CALL_STATUSES)('from %s', (from) => {
  const row: Partial<Record<HumanCallTrigger, HumanCallStatus>> = HUMAN_CALL_TRANSITIONS[from];

  test.each(Object.keys(TRIGGERS) as HumanCallTrigger[])('moves by %s', (trigger) => {
    const call = callIn(from);
    TRIGGERS[trigger](call);
    const to = row[trigger] ?? WALKS[`${from} ${trigger}`] ?? from;
    expect(call.state.status).toBe(to);
    const ended = to !== from && isFinal(HUMAN_CALL_TRANSITIONS, to);
    expect(call.state.endedAt !== null).toBe(ended);
    expect(call.analysisEnded).toBe(ended);
    if (ended) expect(call.state.watchdogAt).toBeNull();
  });

  test('ends once for a repeated end', () => {
    const call = callIn(from);
    call.end(end({ cause: 'busy', unansweredLeg: 'contact' }), AT);
    const once = call.state;
    expect(call.end(end({ cause: 'hung_up', talkMs: 5_000 }), LATER)).toBe(false);
    expect(call.state).toEqual(once);
  });
});

test.each([
  [600_000, 'The talk reached its limit of minutes (10 min).'],
  [599_000, null],
])('has a reason for a talk of %i ms that the carrier ended', (talkMs, statusReason) => {
  const call = callIn('in_progress');
  call.end(end({ talkMs }), LATER);
  expect(call.state).toMatchObject({ status: 'completed', statusReason });
});

test('has the table of the decisions', () => {
  const shown = Object.fromEntries(
    Object.entries(HUMAN_CALL_TRANSITIONS).map(([from, row]) => [
      from,
      [...new Set(Object.values<string>(row))].sort(),
    ]),
  );
  expect(shown).toEqual({
    queued: ['canceled', 'failed', 'ringing_counsellor'],
    ringing_counsellor: ['busy', 'canceled', 'connecting', 'failed', 'no_answer'],
    connecting: ['busy', 'canceled', 'failed', 'in_progress', 'no_answer'],
    in_progress: ['completed'],
    completed: [],
    no_answer: [],
    busy: [],
    failed: [],
    canceled: [],
  });
});

test('reaches one state by carrier events in any order, repeated or late', () => {
  const facts: ((call: HumanCall) => unknown)[] = [
    (call) => call.counsellorAnswers(AT),
    (call) => call.contactAnswers(AT, AT),
    (call) => call.end(end({ talkMs: 30_000, hasTranscript: true }), LATER),
  ];
  for (const order of orders([0, 0, 1, 1, 2, 2])) {
    const call = callIn('ringing_counsellor');
    for (const at of order) facts[at]?.(call);
    expect(call.state).toMatchObject({
      status: 'completed',
      durationSeconds: 30,
      answeredAt: AT,
      endedAt: LATER,
      analysisStatus: 'waiting',
    });
    expect(call.events).toEqual([
      { type: 'human_call.ended', payload: { accountId: 'acct_1', callId: 'hcall_1' } },
    ]);
  }
});

test('measures a lost talk from the answer, to the reserved minutes at most', () => {
  const lost = callIn('in_progress');
  lost.end(end({ cause: 'carrier_lost_it' }), LATER);
  expect(lost.state).toMatchObject({ durationSeconds: 90, statusReason: expect.stringContaining('cut off') });
  const short = callIn('in_progress', { maxTalkSeconds: 60 });
  short.end(end({ cause: 'carrier_lost_it' }), LATER);
  expect(short.state.durationSeconds).toBe(60);
});

test('analyses nothing without a recording, or when unwanted', () => {
  const unrecorded = callIn('in_progress');
  unrecorded.end(end({ talkMs: 9_000 }), LATER);
  expect(unrecorded.state).toMatchObject({ analysisStatus: 'skipped', analysisReason: 'no_recording' });
  expect(unrecorded.analysisEnded).toBe(true);
  const unwanted = callIn('in_progress', { analyze: false, analysisStatus: 'not_requested' });
  unwanted.end(end({ talkMs: 9_000, hasTranscript: true }), LATER);
  expect(unwanted.state.analysisStatus).toBe('not_requested');
  expect(unwanted.analysisEnded).toBe(false);
});

describe('the recording of a human call', () => {
  const WAITED = new Date(LATER.getTime() + 45 * 60_000);
  const talking = (more: Partial<HumanCallState> = {}) =>
    callIn('in_progress', { recording: 'awaited', ...more });

  const ENDS: readonly [string, Partial<ReportedEnd>, Partial<HumanCallState>][] = [
    [
      'stored with the end: it is written down, then analysed',
      { recordingFile: { ms: 9_000, stored: true } },
      { recording: 'stored', recordedMs: 9_000, analysisStatus: 'waiting', transcriptionDueAt: LATER },
    ],
    [
      'stored later: the analysis waits for it',
      { recordingFile: { ms: 9_000, stored: false } },
      { recording: 'awaited', recordedMs: 9_000, analysisStatus: 'waiting', transcriptionDueAt: null },
    ],
    [
      'none: there is nothing to analyse',
      { recordingFile: 'none' },
      { recording: 'none', analysisStatus: 'skipped', analysisReason: 'no_recording' },
    ],
    [
      'of a process that died: it may still be found',
      { recordingFile: 'none', cause: 'carrier_lost_it' },
      { recording: 'none', analysisStatus: 'waiting', analysisDueAt: WAITED },
    ],
  ];
  test.each(ENDS)('sets the analysis: %s', (_, reported, expected) => {
    const call = talking();
    call.end(end({ talkMs: 9_000, ...reported }), LATER);
    expect(call.state).toMatchObject({ status: 'completed', ...expected });
  });

  test('is transcribed once it is stored, also after the end', () => {
    const call = talking();
    call.end(end({ talkMs: 9_000, recordingFile: 'none', cause: 'carrier_lost_it' }), LATER);
    expect(call.completeRecording(8_000, WAITED)).toBe(true);
    expect(call.state).toMatchObject({ recording: 'stored', recordedMs: 8_000, transcriptionDueAt: WAITED });
    expect(call.completeTranscription(WAITED)).toBe(true);
    expect(call.completeTranscription(WAITED)).toBe(false);
    expect(call.state).toMatchObject({ transcriptionDueAt: null, analysisDueAt: WAITED });
    expect(call.events).toHaveLength(1);
  });

  test('ends the analysis when it cannot be transcribed', () => {
    const call = talking();
    call.end(end({ talkMs: 9_000, recordingFile: { ms: 9_000, stored: true } }), LATER);
    expect(call.tryTranscription(WAITED, true)).toBe(true);
    call.notTranscribed();
    expect(call.state).toMatchObject({
      analysisStatus: 'skipped',
      analysisReason: 'not_transcribed',
      transcriptions: 1,
      transcriptionDueAt: null,
      analysisDueAt: null,
      recording: 'stored',
    });
    expect(call.tryTranscription(WAITED, true)).toBe(false);
  });

  test('is unwanted by a canceled or erased call', () => {
    const canceled = callIn('connecting', { recording: 'awaited' });
    canceled.cancel('because', LATER);
    expect([canceled.completeRecording(9_000, LATER), canceled.state.recording]).toEqual([false, null]);
    expect(talking({ recording: 'forgotten' }).completeRecording(9_000, LATER)).toBe(false);
  });
});

function orders(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return [...new Set(items)].flatMap((item) => {
    const at = items.indexOf(item);
    const rest = [...items.slice(0, at), ...items.slice(at + 1)];
    return orders(rest).map((order) => [item, ...order]);
  });
}
