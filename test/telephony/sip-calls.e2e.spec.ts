import { resolve as pathOf } from 'node:path';
import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { makeTrunk } from '../harness/trunks';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', pathOf(__dirname, '../harness/compile-threads.cjs'));

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
}, 120_000);
afterAll(async () => {
  await service.stop();
  await hangUpAll();
});

/** An account whose calls go to these servers, one trunk each. */
async function accountOn(...servers: readonly string[]): Promise<TestAccount & { agent_id: string }> {
  const trunks: string[] = [];
  for (const server of servers) {
    trunks.push(
      (await makeTrunk(service, 'sip', { server: [server], callerId: '+911140000001', keepAlive: '10' })).id,
    );
  }
  const made = await new Operations(service.app).createAccount(
    changes({ carrier: 'sip', trunks, lines: 5, callingHours: 'always' }),
    { credits: 10_000_000n, withKey: true },
  );
  const account = { id: made.id, key: 'key' in made ? made.key : '' };
  return { ...account, agent_id: await makeAgent(service, account) };
}

const call = async ({ agent_id, ...account }: TestAccount & { agent_id: string }) =>
  service.api(account).post('/calls', { agent_id, phone_number: number('0001') });

const reaches = (account: TestAccount, id: string, status: string) =>
  eventually(async () => {
    const found = await service.api(account).get(`/calls/${id}`);
    expect(found).toMatchObject({ status });
    return found;
  }, 20_000);

test('a call rings a phone, talks, and ends when the phone hangs up', async () => {
  const phone = await Softphone.listening('127.0.0.1', '--hang-up-after', '3');
  const account = await accountOn(phone.address);
  const { id } = await call(account);
  await phone.until('ringing');
  await phone.until('answered');
  const ended = await reaches(account, id, 'completed');
  expect(ended).toMatchObject({ status: 'completed', duration_seconds: expect.any(Number) });
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  console.log(
    JSON.stringify(ended),
    data.map(({ type, message }: Record<string, string>) => `${type}: ${message}`),
  );
  console.log(await service.unitOfWork.rows('SELECT * FROM legs'));
}, 60_000);
