import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { ApiError } from '../../sdk/src/errors.ts';
import { AiCalling } from '../../sdk/src/index.ts';
import { type OperationId, OPERATIONS } from '../../sdk/src/operations.ts';
import { eventually, type TestAccount } from '../harness/app';
import { number } from '../harness/builders';
import { answer } from '../harness/receiver';
import { WebhookTests } from '../harness/webhooks';

process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

let tests: WebhookTests;
let account: TestAccount;
let client: AiCalling;
/** Ids that earlier methods made. */
const made: Record<string, string> = {};

beforeAll(async () => {
  tests = await WebhookTests.start();
  account = await tests.service.account();
  client = new AiCalling({ apiKey: account.key, baseUrl: tests.service.origin });
  made['endpoint'] = (await tests.receive(answer(200))).url();
});
afterAll(() => tests.stop());

const AGENT = { opening_line: 'Namaste.', system_prompt: 'Be brief.', dispositions: ['Interested'] };

const TEST = { name: 'Hello', talk: [{ contact: 'Haan ji, boliye.' }], expect: { ended_by: 'agent' } };
const TOOL = {
  kind: 'http',
  name: 'orders',
  description: 'Reads orders.',
  url: 'https://nobody.invalid/orders',
} as const;

/** Every method, in an order in which each has what it needs. */
const METHODS: Readonly<Record<OperationId, () => PromiseLike<unknown>>> = {
  getLiveness: () => client.health.live(),
  getReadiness: () => client.health.ready(),
  getMetrics: () => client.health.metrics(),
  createAgent: async () => (made['agent'] = (await client.agents.create({ name: 'Asha', ...AGENT })).id),
  listAgents: () => client.agents.list(),
  getAgent: () => client.agents.get(made['agent']!),
  changeAgent: () => client.agents.update(made['agent']!, { pace: 1.1 }),
  storeAgentTests: () => client.agents.setTests(made['agent']!, { tests: [TEST] }),
  getAgentTests: () => client.agents.tests(made['agent']!),
  runAgentTests: async () => {
    const { passed } = await client.agents.runTests(made['agent']!, { only: TEST.name });
    expect(passed).toBe(1);
  },
  createTool: async () => {
    const { id, secret } = await client.tools.create(TOOL);
    expect(secret).toMatch(/^whsec_/);
    made['tool'] = id;
  },
  listTools: () => client.tools.list(),
  getTool: () => client.tools.get(made['tool']!),
  changeTool: () => client.tools.update(made['tool']!, { timeout_seconds: 2 }),
  rotateToolSecret: () => client.tools.rotateSecret(made['tool']!, { previous_valid_for_seconds: 60 }),
  refreshTool: async () => {
    const { id } = await client.tools.create({ kind: 'mcp', name: 'clinic', url: TOOL.url });
    const { refresh } = await client.tools.refresh(id);
    expect(refresh).toMatchObject({ ok: false, added: [] });
    await client.tools.delete(id);
  },
  tryTool: () => client.tools.try(made['tool']!, { arguments: {} }),
  deleteTool: () => client.tools.delete(made['tool']!),
  setDefaultAgent: () => client.defaultAgent.set({ agent_id: made['agent']! }),
  getDefaultAgent: () => client.defaultAgent.get(),
  setWebhook: () => client.webhook.set({ url: made['endpoint']! }),
  getWebhook: () => client.webhook.get(),
  rotateWebhookSecret: () => client.webhook.rotateSecret({ previous_valid_for_seconds: 60 }),
  testWebhook: () => client.webhook.test(),
  listNumbers: () => client.numbers.list(),
  listVoices: () => client.voices.list({ language: 'hinglish' }),
  queueCall: async () => {
    made['call'] = (await client.calls.create({ phone_number: number('0001') })).id;
    const done = await client.calls.waitForOutcome(made['call']);
    made['recording'] = done.recording_url ?? '';
  },
  getCall: () => client.calls.get(made['call']!),
  listCallTools: () => client.calls.tools(made['call']!),
  getCallTimeline: () => client.calls.timeline(made['call']!),
  listCalls: () => client.calls.list({ limit: 1, status: 'completed' }),
  getRecording: () => client.recordings.get(new URL(made['recording']!).pathname.split('/').at(-1)!),
  cancelCall: async () => {
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await client.calls.create({ phone_number: number(), scheduled_for });
    return client.calls.cancel(id);
  },
  queueBatch: async () => {
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const batch = await client.batches.create({
      name: 'B',
      scheduled_for,
      calls: [{ phone_number: number() }],
    });
    made['batch'] = 'id' in batch ? batch.id : '';
  },
  getBatch: () => client.batches.get(made['batch']!),
  listBatches: () => client.batches.list(),
  cancelBatch: () => client.batches.cancel(made['batch']!),
  listDeliveries: () => client.webhook.deliveries({ limit: 5 }),
  redeliverEvent: async () => {
    const [delivery] = await eventually(async () => {
      const { data } = await client.webhook.deliveries();
      expect(data).not.toHaveLength(0);
      return data;
    });
    return client.webhook.redeliver(delivery!.event_id);
  },
  deleteWebhook: () => client.webhook.delete(),
  addCounsellor: async () => {
    const person = {
      name: 'Meera',
      email: 'meera@example.com',
      mobile_number: number('1000'),
      send_welcome_email: false,
    };
    made['counsellor'] = (await client.counsellors.create(person)).id;
  },
  listCounsellors: () => client.counsellors.list(),
  getCounsellor: () => client.counsellors.get(made['counsellor']!),
  changeCounsellor: () => client.counsellors.update(made['counsellor']!, { name: 'Meera N' }),
  queueHumanCall: async () => {
    const call = await client.humanCalls.create({
      phone_number: number(),
      counsellor_id: made['counsellor']!,
    });
    made['human'] = (await client.humanCalls.waitForEnd(call.id)).id;
  },
  getHumanCall: () => client.humanCalls.get(made['human']!),
  listHumanCalls: () => client.humanCalls.list({ counsellor_id: made['counsellor']! }),
  setHumanCallDisposition: () => client.humanCalls.setDisposition(made['human']!, { label: 'Interested' }),
  cancelHumanCall: () =>
    client.humanCalls.cancel(made['human']!).then(undefined, (error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'human_call_not_cancelable') throw error as Error;
    }),
  removeCounsellor: () => client.counsellors.delete(made['counsellor']!),
  getCredits: () => client.credits.get(),
  listCreditTransactions: () => client.credits.transactions({ limit: 2 }),
  addDoNotCall: () => client.doNotCall.add('+919876540009'),
  listDoNotCall: () => client.doNotCall.list(),
  removeDoNotCall: () => client.doNotCall.remove('+919876540009'),
  disableAgent: async () => {
    const { id } = await client.agents.create({ name: 'Ravi', ...AGENT });
    return client.agents.disable(id);
  },
};

describe('the SDK with the real service', () => {
  it.each(Object.entries(METHODS))('calls %s', async (_, use) => {
    await expect(Promise.resolve(use())).resolves.not.toThrow();
  });

  it('tries every method', () => expect(Object.keys(METHODS).sort()).toEqual(Object.keys(OPERATIONS).sort()));

  it('returns a recording as bytes', async () => {
    const link = new URL(made['recording']!).pathname.split('/').at(-1)!;
    const bytes = new Uint8Array(await client.recordings.get(link));
    expect(Buffer.from(bytes.subarray(0, 4)).toString()).toBe('RIFF');
  });

  it('throws for a wrong key', async () => {
    const other = new AiCalling({ apiKey: 'wrong', baseUrl: tests.service.origin });
    await expect(Promise.resolve(other.credits.get())).rejects.toMatchObject({
      status: 401,
      code: 'invalid_api_key',
    });
  });

  it('lists 250 calls, page by page', async () => {
    const { key } = await tests.service.account();
    const lister = new AiCalling({ apiKey: key, baseUrl: tests.service.origin });
    await lister.agents.create({ name: 'Asha', ...AGENT });
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const calls = Array.from({ length: 250 }, () => ({ phone_number: number() }));
    const [agent] = (await lister.agents.list()).data;
    await lister.batches.create({ name: 'Many', agent_id: agent!.id, scheduled_for, calls });
    const ids = new Set<string>();
    for await (const { id } of lister.calls.list({ limit: 100 })) ids.add(id);
    expect(ids.size).toBe(250);
  });
});

describe('the SDK behind a proxy', () => {
  let proxy: Server;
  /** What becomes of a request: passed on, its response lost, or refused. */
  let behaviour: (path: string) => 'pass' | 'lose' | number = () => 'pass';

  beforeAll(async () => {
    proxy = createServer((incoming, outgoing) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const then = behaviour(incoming.url ?? '');
        if (typeof then === 'number') {
          outgoing.writeHead(then, { 'Retry-After': '1' }).end('refused by a proxy');
          return;
        }
        const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {};
        const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers;
        void fetch(`${tests.service.origin}${incoming.url ?? ''}`, {
          method: incoming.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...body,
        }).then(async (response) => {
          const bytes = Buffer.from(await response.arrayBuffer());
          if (then === 'lose') incoming.socket.destroy();
          else outgoing.writeHead(response.status, { 'Content-Type': 'application/json' }).end(bytes);
        });
      });
    });
    await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  });
  afterAll(() => new Promise((done) => proxy.close(done)));

  const through = () =>
    new AiCalling({
      apiKey: account.key,
      baseUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`,
    });
  const first = (then: 'lose' | number) => {
    let count = 0;
    behaviour = () => (count++ === 0 ? then : 'pass');
  };

  it.each(['lose', 429, 503] as const)('creates one call when the first response is %s', async (then) => {
    first(then);
    const phone_number = number();
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const call = await through().calls.create({ phone_number, scheduled_for });
    expect(call.idempotent_replay).toBe(then === 'lose');
    expect((await client.calls.list({ phone_number })).data.map(({ id }) => id)).toEqual([call.id]);
  });

  it('repeats no cancel whose response was lost', async () => {
    const scheduled_for = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = await client.calls.create({ phone_number: number(), scheduled_for });
    first('lose');
    await expect(Promise.resolve(through().calls.cancel(id))).rejects.toMatchObject({
      name: 'ConnectionError',
    });
    expect((await client.calls.get(id)).status).toBe('canceled');
  });
});
