import { Client } from 'pg';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

/** Far more than the pool has connections. */
const BLOCKED = 120;

let service: TestApp;
beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** An account whose calls wait. */
async function caller() {
  const account = await service.account({ lines: 0 });
  return { account, agent_id: await makeAgent(service, account) };
}

const queue = (account: TestAccount, agent_id: string, key = number()) =>
  service.http(account).post('/calls').set('Idempotency-Key', key).send({ agent_id, phone_number: number() });

test('delays no account by requests of another that wait for a lock', async () => {
  const [held, free] = [await caller(), await caller()];
  const stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  await stranger.query('BEGIN');
  await stranger.query('SELECT FROM agents WHERE id = $1 FOR UPDATE', [held.agent_id]);
  const over: unknown[] = [];
  const blocked = Array.from({ length: BLOCKED }, async () => {
    const answer = await queue(held.account, held.agent_id);
    over.push(answer.body);
    return answer;
  });
  // All of these are answered while the lock is held: the test would not get any further.
  for (let round = 0; round < 12; round++) {
    const answers = await Promise.all([
      service.http(free.account).get('/credits'),
      ...Array.from({ length: 4 }, () => queue(free.account, free.agent_id)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(over).toEqual([]);
  await stranger.query('COMMIT');
  await stranger.end();
  expect(new Set((await Promise.all(blocked)).map(({ status }) => status))).toEqual(new Set([200]));
});
