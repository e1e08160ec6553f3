import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import type { TraceMessage } from '../../../trunks/domain/call-trace';
import type { TracedDial } from '../../../trunks/infrastructure/trace.repository';
import { DialTraces } from './dial-traces';

const DIAL = { callId: 'call_1', attempt: 1 };

function setUp() {
  const time = new HandMovedTime();
  const rows: { dial: TracedDial; messages: readonly TraceMessage[]; replaced: boolean }[] = [];
  const store = {
    insert: (dial: TracedDial, messages: readonly TraceMessage[]) =>
      Promise.resolve(void rows.push({ dial, messages, replaced: false })),
    replace: (dial: TracedDial, messages: readonly TraceMessage[]) =>
      Promise.resolve(void rows.push({ dial, messages, replaced: true })),
  };
  const traces = new DialTraces({ store, now: () => new Date(time.nowMs), timers: time });
  const hear = (callId: string, text: string, direction: 'sent' | 'received' = 'sent') =>
    traces.listener?.({ direction, callId, text, transport: 'udp', remote: '192.0.2.1:5060' });
  const texts = () => rows.map(({ messages }) => messages.map(({ text }) => text));
  return { time, rows, store, traces, hear, texts };
}

test('stores a dial’s messages with their trunks when it ends', async () => {
  const { time, rows, traces, hear } = setUp();
  const trace = traces.begin(DIAL);
  trace.follow('a', 'mumbai-1');
  hear('a', 'INVITE');
  hear('a', '503', 'received');
  trace.follow('b', 'mumbai-2');
  hear('b', 'INVITE again');
  hear('other', 'of nobody');
  await trace.store();
  const at = new Date(time.nowMs).toISOString();
  expect(rows).toEqual([
    {
      dial: DIAL,
      replaced: false,
      messages: [
        { at, direction: 'sent', trunk: 'mumbai-1', text: 'INVITE' },
        { at, direction: 'received', trunk: 'mumbai-1', text: '503' },
        { at, direction: 'sent', trunk: 'mumbai-2', text: 'INVITE again' },
      ],
    },
  ]);
});

test('adds messages within 32 s of the end, then frees the memory', async () => {
  const { time, traces, hear, texts } = setUp();
  const trace = traces.begin(DIAL);
  trace.follow('a', 't');
  hear('a', 'BYE');
  await trace.store();
  trace.close();
  hear('a', '200 to it', 'received');
  await time.move(2_000);
  expect(texts()).toEqual([['BYE'], ['BYE', '200 to it']]);
  expect(traces.size).toBe(0);
  hear('a', 'later');
  await time.move(60_000);
  expect(texts()).toHaveLength(2);
});

test('writes nothing twice when no message came after the end', async () => {
  const { time, traces, hear, texts } = setUp();
  const trace = traces.begin(DIAL);
  trace.follow('a', 't');
  hear('a', 'INVITE');
  await Promise.all([trace.store(), trace.store()]);
  trace.close();
  await time.move(2_000);
  expect(texts()).toEqual([['INVITE']]);
});

test('leaves no row for a dial without a message, and continues when the store fails', async () => {
  const { time, traces, hear, rows, store } = setUp();
  await traces.begin(DIAL).store();
  expect(rows).toEqual([]);
  store.insert = () => Promise.reject(new Error('database away'));
  const trace = traces.begin(DIAL);
  trace.follow('a', 't');
  hear('a', 'INVITE');
  await trace.store();
  trace.close();
  await time.move(2_000);
  await settled();
  expect(traces.size).toBe(0);
});

test('stores 200 messages at most for a Call-ID that never ends', async () => {
  const { traces, hear, texts } = setUp();
  const trace = traces.begin(DIAL);
  trace.follow('a', 't');
  for (let at = 0; at < 10_000; at++) hear('a', `message ${at}`);
  await trace.store();
  expect(texts()[0]).toHaveLength(200);
});

test('registers no listener with TRACE_DAYS=0', async () => {
  const traces = new DialTraces(null);
  expect(traces.listener).toBeNull();
  const trace = traces.begin(DIAL);
  trace.follow('a', 't');
  await trace.store();
  trace.close();
  expect(traces.size).toBe(0);
});
