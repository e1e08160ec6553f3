import type { TalkCall } from '../../shared-kernel/tool-use';
import { CallOfTalk } from './call-of-talk';

const CALL: TalkCall = {
  agentId: null,
  direction: 'inbound',
  test: true,
  phoneNumber: null,
  contact: {},
  variables: {},
  metadata: {},
  values: {},
  timeZone: 'Asia/Kolkata',
};
const TALK = { accountId: 'acct_1', callId: 'call_1', attempt: 1, test: true };

function setUp() {
  const calls = new CallOfTalk();
  const read: string[] = [];
  const notes: string[] = [];
  calls.provide({
    find: (_, callId) => {
      read.push(callId);
      return Promise.resolve({ ...CALL, phoneNumber: '+919876500001' });
    },
    queueCallback: () => Promise.resolve({ callId: 'call_2' }),
    note: (callId, message) => {
      notes.push(`${callId} ${message}`);
      return Promise.reject(new Error('the database is gone'));
    },
  });
  return { calls, read, notes };
}

describe('CallOfTalk', () => {
  it('reads the call of a talk, whose timeline gets notes', async () => {
    const { calls, read, notes } = setUp();
    expect(await calls.find(TALK)).toMatchObject({ phoneNumber: '+919876500001' });
    calls.note(TALK, 'order_status answered in 12 ms.');
    expect(read).toEqual(['call_1']);
    expect(notes).toEqual(['call_1 order_status answered in 12 ms.']);
  });

  it('accepts the calls of a talk, which has no timeline', async () => {
    const { calls, read, notes } = setUp();
    expect(await calls.find({ ...TALK, call: CALL })).toBe(CALL);
    calls.note({ ...TALK, call: CALL }, 'order_status answered in 12 ms.');
    expect([...read, ...notes]).toEqual([]);
  });
});
