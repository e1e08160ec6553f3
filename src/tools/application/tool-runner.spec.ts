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

const sendBy = (send: (sending: Sending) => Promise<SendResult>) => {
  const runner = new ToolRunner(new Clock(), { send } as ToolSender, new CallOfTalk());
  return runner.send(TOOL, PREPARED, {
    invocation: { id: 'tinv_1', attempts: 1, at: new Date(0) },
    dropped: new AbortController().signal,
    mayBegin: () => true,
  });
};

describe('the request of a tool', () => {
  it('fails when the sender throws', async () => {
    const end = await sendBy(() => Promise.reject(new Error('another SECRET_KEY')));
    expect(end).toMatchObject({ trigger: 'fail', changes: { error: { code: 'not_sent' }, attempts: 0 } });
  });
});
