import { CallDialer, type Dial } from '../../src/calls/application/dispatch/call-dialer';
import {
  HumanCallDialer,
  type HumanDial,
} from '../../src/human-calls/application/dispatch/human-call-dialer';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

/** Workers that hung (a host that was suspended) between the commit of a dial and the order to the carrier. */
const BEYOND_THE_LEASE_MS = 16_000;

let service: TestApp;
let account: TestAccount;
let agent_id: string;
let counsellor_id: string;

beforeAll(async () => {
  service = await TestApp.start({ SIMULATOR_SPEED: '20' });
  account = await service.account();
  agent_id = await makeAgent(service, account);
  const { body } = await service
    .http(account)
    .post('/counsellors')
    .send({ name: 'Meera', email: 'meera@example.com', mobile_number: number('7001') })
    .expect(200);
  counsellor_id = body.id as string;
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

/** A call whose dial was committed, whose worker hangs there, and that another worker has ended since. */
async function ended(path: '/calls' | '/human-calls'): Promise<{ id: string; dial: Dial | HumanDial }> {
  const dialer = service.app.get<{ place(dial: unknown): Promise<void> }>(
    path === '/calls' ? CallDialer : HumanCallDialer,
    { strict: false },
  );
  let dial: unknown;
  const hung = jest.spyOn(dialer, 'place').mockImplementationOnce((committed) => {
    dial = committed;
    return Promise.resolve();
  });
  const body = path === '/calls' ? { agent_id } : { counsellor_id };
  const { body: call } = await service
    .http(account)
    .post(path)
    .send({ ...body, phone_number: number('0014') });
  const id = call.id as string;
  await eventually(() => {
    expect(hung).toHaveBeenCalled();
    return Promise.resolve();
  });
  await service.advance(BEYOND_THE_LEASE_MS);
  await eventually(async () => {
    expect((await service.http(account).get(`${path}/${id}`)).body.status).toBe('failed');
  });
  return { id, dial: dial as Dial | HumanDial };
}

test.each(['/calls', '/human-calls'] as const)(
  'orders nothing at the carrier when a worker wakes after its lease (%s)',
  async (path) => {
    const { dial } = await ended(path);
    const asked = [jest.spyOn(dial.carrier, 'dial'), jest.spyOn(dial.carrier, 'bridge')];
    await service.app
      .get<{ place(dial: unknown): Promise<void> }>(path === '/calls' ? CallDialer : HumanCallDialer, {
        strict: false,
      })
      .place(dial);
    for (const orders of asked) expect(orders).not.toHaveBeenCalled();
  },
);

test('hangs up a leg of a final call at once, and leaves its status unchanged', async () => {
  const { id, dial } = await ended('/calls');
  const { carrier, agent, call } = dial as Dial;
  const now = service.clock.now();
  const talk = {
    ...agent.fill({ contact: { name: null, email: null }, variables: {} }, now, 'UTC'),
    maxSeconds: 600,
  };
  const answer = await carrier.dial({
    reference: `${id}.1`,
    attempt: 1,
    number: call.phoneNumber,
    ringSeconds: 45,
    talk: {
      ...talk,
      direction: 'outbound',
      notice: null,
      accountName: 'x',
      contactName: null,
      now,
      timeZone: 'UTC',
    },
  });
  expect(answer.kind).toBe('accepted');
  await eventually(async () => {
    expect(await carrier.lookUp(`${id}.1`)).toMatchObject({ state: 'ended', end: { cause: 'canceled' } });
  }, 3_000);
  expect((await service.http(account).get(`/calls/${id}`)).body.status).toBe('failed');
});

test('hangs up a connection that appears for a final human call', async () => {
  const { id, dial } = await ended('/human-calls');
  const { carrier, call, counsellor } = dial as HumanDial;
  const reference = `${id}.1`;
  await carrier.bridge({
    reference,
    counsellor,
    contact: call.phoneNumber,
    ringSeconds: 45,
    maxTalkSeconds: 600,
  });
  await eventually(async () => {
    expect(await carrier.lookUp(reference)).toMatchObject({ state: 'ended', end: { cause: 'canceled' } });
  }, 3_000);
  expect((await service.http(account).get(`/human-calls/${id}`)).body.status).toBe('failed');
});
