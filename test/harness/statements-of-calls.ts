import { resolve } from 'node:path';
import { UnitOfWork } from '../../src/platform/database/unit-of-work';
import { eventually } from './app';
import { makeAgent, number } from './builders';
import { CallTests } from './calls';
import { HumanCallTests } from './human-calls';
import { WebhookTests } from './webhooks';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, 'compile-threads.cjs'));

const CHANGES_OR_READS = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/;

/** Every statement of calls of both kinds, from the request to the delivered event, with its first parameters. */
export async function statementsOfCalls(): Promise<Map<string, readonly unknown[]>> {
  const sent = new Map<string, readonly unknown[]>();
  for (const method of ['rows', 'affected', 'enqueue'] as const) {
    const send = UnitOfWork.prototype[method] as (
      this: UnitOfWork,
      sql: string,
      parameters: unknown[],
    ) => Promise<never>;
    jest.spyOn(UnitOfWork.prototype, method).mockImplementation(function (
      this: UnitOfWork,
      sql: string,
      parameters: unknown[] = [],
    ) {
      if (CHANGES_OR_READS.test(sql) && !sent.has(sql)) sent.set(sql, parameters);
      return send.call(this, sql, parameters);
    });
  }
  const webhooks = await WebhookTests.start();
  try {
    await talkWithWebhooks(webhooks);
    return sent;
  } finally {
    await webhooks.stop();
    jest.restoreAllMocks();
  }
}

async function talkWithWebhooks(webhooks: WebhookTests): Promise<void> {
  const { account, receiver, http } = await webhooks.listener();
  const { service } = webhooks;
  const calls = new CallTests(service, account, await makeAgent(service, account));
  const people = new HumanCallTests(service, account);
  const batch = {
    agent_id: calls.agentId,
    calls: [{ phone_number: number() }, { phone_number: number('0002') }],
  };
  await http.post('/batches').set('Idempotency-Key', 'one').send(batch).expect(200);
  const posted = { agent_id: calls.agentId, phone_number: number() };
  const { body } = await http.post('/calls').set('Idempotency-Key', 'one').send(posted).expect(200);
  const ofHuman = { counsellor_id: await people.counsellor(), phone_number: number(), analyze: true };
  await Promise.all([
    people.final(((await people.call(ofHuman)) as { id: string }).id),
    calls.final(body.id),
  ]);
  await eventually(async () => {
    expect(receiver.requests).toHaveLength(4);
    expect((await webhooks.deliveries(account)).length).toBe(4);
  });
  await service.advance(60_000);
}
