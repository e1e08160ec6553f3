import { setImmediate } from 'node:timers/promises';
import { Clock } from '../../platform/clock';
import type { ToolState } from '../domain/tool';
import type { SendResult } from '../infrastructure/send-result';
import type { Sending, ToolSender } from '../infrastructure/tool-sender';
import { CallOfTalk } from './call-of-talk';
import { type PreparedUse, ToolRunner } from './tool-runner';

const TOOL = {
  id: 'tool_1',
  name: 'find',
  settings: { method: 'POST', send: 'envelope', url: 'https://example.com/' },
} as ToolState;
const PREPARED: PreparedUse = {
  effect: 'read',
  sent: {},
  whole: {},
  isMocked: false,
  mock: null,
  call: null,
  listed: null,
};

const sendBy = (send: (sending: Sending) => Promise<SendResult>, stored = Promise.resolve()) => {
  const runner = new ToolRunner(new Clock(), { send } as ToolSender, new CallOfTalk());
  return runner.send(TOOL, PREPARED, {
    invocation: { id: 'tinv_1', attempts: 1, at: new Date(0) },
    dropped: new AbortController().signal,
    stored,
    mayBegin: () => true,
  });
};

function pendingRow() {
  let store = () => {};
  const stored = new Promise<void>((resolve) => (store = resolve));
  return { stored, store };
}

/** As the sender: it connects, and awaits the request. */
const sendNext = async ({ next }: Sending): Promise<SendResult> => ({
  kind: 'succeeded',
  result: await next(),
});

describe('the request of a tool', () => {
  it('fails when the sender throws', async () => {
    const end = await sendBy(() => Promise.reject(new Error('another SECRET_KEY')));
    expect(end).toMatchObject({ trigger: 'fail', changes: { error: { code: 'not_sent' }, attempts: 0 } });
  });

  it('is sent after its row is stored, during which the connection is opened', async () => {
    const { stored, store } = pendingRow();
    const left = jest.fn();
    const end = sendBy(async (sending) => {
      left('connects');
      const sent = await sendNext(sending);
      left('sends');
      return sent;
    }, stored);
    await setImmediate();
    expect(left.mock.calls).toEqual([['connects']]);
    store();
    expect(await end).toMatchObject({ trigger: 'succeed', changes: { attempts: 1 } });
    expect(left.mock.calls).toEqual([['connects'], ['sends']]);
  });

  it('is not sent when its row cannot be stored, and fails with its error', async () => {
    const stored = Promise.reject(new Error('no database'));
    let request: unknown;
    const end = sendBy(async (sending) => {
      request = await sending.next();
      return { kind: 'succeeded', result: null };
    }, stored);
    await expect(end).rejects.toThrow('no database');
    expect(request).toBeUndefined();
  });

  it('ends no earlier than its row is stored', async () => {
    const { stored, store } = pendingRow();
    const ended = jest.fn();
    const end = sendBy(() => Promise.resolve({ kind: 'dropped' }), stored).then(ended);
    await setImmediate();
    expect(ended).not.toHaveBeenCalled();
    store();
    await end;
    expect(ended).toHaveBeenCalled();
  });
});
