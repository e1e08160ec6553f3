import type { EndedBy } from '../../shared-kernel/call-parties';
import type { EndCause } from '../../shared-kernel/end-cause';
import { Call } from './call';
import type { ReportedEnd } from './call-ending';
import { type CallState, queuedCall } from './call-state';

const T0 = new Date('2026-11-20T06:30:00Z');
const later = (ms: number) => new Date(T0.getTime() + ms);
const SHOWN = '+912248001000';
const INPUT = { phoneNumber: '+919876540001', contact: {}, variables: {}, metadata: {}, test: false };
const TERMS = {
  agentVersion: T0,
  maxTalkSeconds: 600,
  creditsLimitTalk: false,
  pricePerMinute: '6.0000',
  carrier: 'sip',
  watchdogAt: later(120_000),
};
const HUNG_UP = { cause: 'hung_up', talkMs: 30_000, by: 'contact' } as const;

const dialing = (accountNumber?: string | null, more: Partial<CallState> = {}) => {
  const call = new Call({ ...queuedCall('call_1', 'acct_1', 'agent_1', INPUT, T0), ...more });
  call.dial(accountNumber === undefined ? TERMS : { ...TERMS, accountNumber }, T0);
  return call;
};
const putBack = () => {
  const call = dialing(SHOWN);
  call.refuse('503', true, true, T0, (ms) => ms);
  return call;
};
const talking = (more: Partial<CallState> = {}) => {
  const call = dialing(SHOWN, more);
  call.answer(later(5_000), later(700_000));
  return call;
};
const ended = (end: Partial<ReportedEnd>) => {
  const call = talking();
  call.end({ ...HUNG_UP, recordingFile: 'none', ...end }, later(35_000));
  return call;
};

describe('account_number', () => {
  test.each([
    ['that the dial shows', SHOWN, SHOWN],
    ['of a series beyond the numbering plan', '+911600123456', '+911600123456'],
    ['is absent when the trunk shows a name', 'office', null],
    ['is absent when nobody tells it', undefined, null],
    ['is absent on a carrier without numbers', null, null],
  ])('is set by events: %s', (_, number, kept) => expect(dialing(number).state.accountNumber).toBe(kept));

  test('follows the trunk while it dials, and is fixed by the answer', () => {
    const call = dialing(SHOWN);
    call.note('trunk', 'Trunk mumbai-2 was asked.', later(1_000), later(121_000), '+912248002000');
    expect(call.state).toMatchObject({ accountNumber: '+912248002000', watchdogAt: later(121_000) });
    call.note('trunk', 'Trunk mumbai-2 answered 503.', later(2_000), later(122_000));
    expect(call.state.accountNumber).toBe('+912248002000');
    call.note('trunk', 'Trunk mumbai-3 was asked.', later(3_000), later(123_000), 'office');
    expect(call.state.accountNumber).toBeNull();
    const answered = talking();
    answered.note('media', 'Codec PCMA.', later(6_000), later(999_000), '+912248002000');
    expect(answered.state).toMatchObject({ accountNumber: SHOWN, watchdogAt: later(700_000) });
  });

  test('is removed when the call returns to the queue, and stays at its end', () => {
    expect(putBack().state).toMatchObject({ status: 'queued', accountNumber: null });
    const over = dialing(SHOWN);
    over.end({ cause: 'busy', talkMs: null, by: 'carrier' }, T0);
    expect(over.state).toMatchObject({ status: 'busy', accountNumber: SHOWN });
  });
});

describe('a detail of a dial', () => {
  const message = 'Trunk mumbai-1 answered 503 Service Unavailable; mumbai-2 is next.';

  test.each([
    ['dialing', dialing],
    ['in_progress', talking],
    ['completed', () => ended({})],
    ['queued', putBack],
  ] as const)('stands in the timeline at its own time: %s', (status, make) => {
    const call = make();
    const before = call.state;
    call.note('trunk', message, later(700), later(120_700));
    expect(call.timeline.at(-1)).toEqual({ callId: 'call_1', at: later(700), type: 'trunk', message });
    const { watchdogAt } = status === 'dialing' ? { watchdogAt: later(120_700) } : before;
    expect(call.state).toEqual({ ...before, watchdogAt });
  });
});

test.each([
  ['at most 500 characters', 'x'.repeat(70_000), 'x'.repeat(500)],
  ['no half of one', '📞'.repeat(600), '📞'.repeat(500)],
  ['a line', '503 No\u0000\u0007\r\nway\ud800.', '503 No way .'],
])('with text of a network is %s', (_, message, kept) => {
  const call = dialing();
  call.note('trunk', message, T0, T0);
  expect(call.timeline.at(-1)?.message).toBe(kept);
});

describe('ended_by', () => {
  test.each<[string, EndCause, EndedBy | null, EndedBy | null]>([
    ['the agent', 'hung_up', 'agent', 'agent'],
    ['the contact', 'hung_up', 'contact', 'contact'],
    ['the person of a transfer', 'hung_up', 'human', 'human'],
    ['a lost connection', 'connection_lost', 'carrier', 'carrier'],
    ['a process that stops', 'canceled', 'agent', 'agent'],
    ['our limit, whoever reports it', 'limit_of_minutes', 'carrier', 'agent'],
    ['a crash', 'carrier_lost_it', null, null],
    ['a crash, whoever reports it', 'carrier_lost_it', 'carrier', null],
    ['nobody that is known', 'hung_up', null, null],
  ])('is set by events: %s', (_, cause, by, endedBy) =>
    expect(ended({ cause, by }).state).toMatchObject({
      status: 'completed',
      endedBy,
    }),
  );

  test.each(['busy', 'no_answer', 'failed', 'canceled'] as const)(
    'is absent without an answer: %s',
    (cause) => {
      const call = dialing();
      call.end({ cause, talkMs: null, by: 'carrier', recordingFile: 'none' }, later(9_000));
      expect(call.state).toMatchObject({ endedBy: null, recording: null });
    },
  );

  test('is set for an unreported answer', () => {
    const call = dialing();
    call.end({ ...HUNG_UP, recordingFile: 'none' }, later(35_000));
    expect(call.state).toMatchObject({ status: 'completed', endedBy: 'contact' });
  });
});

describe('answered_by', () => {
  test.each([
    ['dialing', dialing],
    ['in progress', talking],
    ['ended, its outcome unknown yet', () => ended({})],
  ] as const)('is stored for a call that is %s', (_, make) => {
    const call = make();
    expect(call.setAnsweredBy('voicemail')).toBe(true);
    expect(call.setAnsweredBy('voicemail')).toBe(false);
    expect(call.state.answeredBy).toBe('voicemail');
  });

  test('is not stored for a waiting, inbound, finished or unanswered call', () => {
    const waits = new Call(queuedCall('call_1', 'acct_1', 'agent_1', INPUT, T0));
    const finished = ended({});
    finished.finish('analysed', 'Interested', later(40_000));
    for (const call of [waits, talking({ direction: 'inbound' }), finished]) {
      expect(call.setAnsweredBy('human')).toBe(false);
      expect(call.state.answeredBy).toBeNull();
    }
    const unanswered = dialing();
    unanswered.setAnsweredBy('announcement');
    unanswered.end({ cause: 'failed', talkMs: null }, later(9_000));
    expect(unanswered.state.answeredBy).toBeNull();
  });
});

describe('the recording of a real call', () => {
  test.each([
    [
      'is stored',
      { ms: 30_020, stored: true },
      { analysisWait: 'none', recording: 'stored', recordedMs: 30_020 },
      0,
    ],
    [
      'is awaited',
      { ms: 30_020, stored: false },
      { analysisWait: 'recording', recording: 'awaited', recordedMs: 30_020 },
      10_000,
    ],
    ['is none', 'none' as const, { recording: 'none', recordedMs: null }, 0],
    ['is not told of simulated calls', undefined, { recording: null, recordedMs: null }, 0],
  ])('is awaited by the analysis: %s', (_, recordingFile, state, wait) => {
    const call = ended({ recordingFile });
    expect(call.state).toMatchObject({ ...state, analysisDueAt: later(35_000 + wait) });
  });

  test('is stored when it comes later, and the analysis continues', () => {
    const call = ended({ recordingFile: { ms: 30_020, stored: false } });
    expect(call.completeRecording(30_020, later(37_000))).toBe(true);
    expect(call.state).toMatchObject({ recording: 'stored', analysisDueAt: later(37_000) });
  });

  test.each([
    ['the transcript, which is waited for longer', 'none' as const],
    ['both, and the recording comes first', { ms: 30_020, stored: false }],
  ])('is not the only thing that is awaited: %s', (_, recordingFile) => {
    const call = ended({ recordingFile, transcribing: true });
    expect(call.state.analysisDueAt).toEqual(later(95_000));
    call.completeRecording(30_020, later(37_000));
    expect(call.state.analysisDueAt).toEqual(later(95_000));
    expect(call.completeTranscription(later(50_000))).toBe(true);
    expect(call.state.analysisDueAt).toEqual(later(50_000));
    expect(call.completeTranscription(later(51_000))).toBe(false);
  });

  test('is analysed without a transcript that comes too late', () => {
    const { state } = ended({ transcribing: true });
    const tried = new Call({
      ...state,
      analysisAttempts: 1,
      analysisWait: 'none',
      analysisDueAt: later(130_000),
    });
    expect(tried.completeTranscription(later(100_000))).toBe(false);
    expect(ended({}).completeTranscription(later(36_000))).toBe(false);
  });

  test('leaves a running try of the analysis unchanged', () => {
    const tried = new Call({
      ...ended({ recordingFile: { ms: 30_020, stored: false } }).state,
      analysisAttempts: 1,
      analysisWait: 'none',
      analysisDueAt: later(80_000),
    });
    tried.completeRecording(30_020, later(47_000));
    expect(tried.state).toMatchObject({ recording: 'stored', analysisDueAt: later(80_000) });
  });

  test('is preserved when it was finished after a crash, before or after the end', () => {
    const crash = { cause: 'carrier_lost_it', talkMs: null, by: null, recordingFile: 'none' } as const;
    const first = talking();
    expect(first.completeRecording(12_000, later(26_000))).toBe(true);
    first.end(crash, later(27_000));
    const last = talking();
    last.end(crash, later(27_000));
    expect(last.state.recording).toBe('none');
    last.completeRecording(12_000, later(28_000));
    for (const { state } of [first, last])
      expect(state).toMatchObject({ status: 'completed', recording: 'stored', recordedMs: 12_000 });
  });

  test('is to be removed after an erasure, of a refused dial, and without a stored answer', () => {
    const forgotten = new Call({ ...ended({}).state, recording: 'forgotten' });
    const refused = dialing();
    refused.refuse('503', true, true, T0, (ms) => ms);
    const killed = dialing();
    killed.end({ cause: 'carrier_lost_it', talkMs: null, by: null, recordingFile: 'none' }, later(30_000));
    expect(killed.state.status).toBe('failed');
    for (const call of [forgotten, refused, killed]) {
      const before = call.state;
      expect(call.completeRecording(30_020, later(40_000))).toBe(false);
      expect(call.state).toEqual(before);
    }
  });
});
