import { People } from '../../src/accounts';
import { eventually, TestApp } from '../harness/app';
import {
  type AnsweredNumber,
  answeredByAgent,
  answeredNumber,
  callFrom,
  Callers,
  opened,
} from '../harness/inbound';
import { compileThreads, sipTrunk } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

let service: TestApp;
let speech: SpeechServer;
let callers: Callers;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start(speech.environment);
  callers = await Callers.open(service);
});
afterAll(async () => {
  await callers.close();
  await service.stop();
  speech.close();
});

async function number(): Promise<AnsweredNumber> {
  const made = await answeredNumber(service, {});
  await opened(service, made.trunkId);
  return made;
}

test('lists a caller without a number as anonymous, and without a contact', async () => {
  const called = await number();
  const caller = callers.newCaller();
  const { leads } = service.app.get(People, { strict: false });
  await leads.add(called.id, { phoneNumber: caller, name: 'Ravi', externalId: null });
  const headers = [
    ['p-asserted-identity', `<sip:${caller}@pbx.example>`],
    ['privacy', 'id'],
  ] as const;
  const sessions = [
    await (await callers.call(called.phoneNumber, 'anonymous', { headers })).answered,
    await (await callers.call(called.phoneNumber, 'anonymous')).answered,
  ];
  await eventually(async () => {
    const { data } = await service.api(called).get('/calls?phone_number=anonymous');
    expect(data.map(({ phone_number, contact, status }) => ({ phone_number, contact, status }))).toEqual(
      sessions.map(() => ({ phone_number: 'anonymous', contact: {}, status: 'in_progress' })),
    );
  });
  const legs = await service.unitOfWork.rows('SELECT phone_number FROM legs WHERE account_id = $1', [
    called.id,
  ]);
  expect(legs).toEqual([{ phone_number: null }, { phone_number: null }]);
  for (const session of sessions) await session.hangUp();
});

test('prefers the number that the network asserts over the caller’s', async () => {
  const called = await number();
  const [asserted, claimed] = [callers.newCaller(), callers.newCaller()];
  const headers = [['p-asserted-identity', `"Ravi" <sip:${asserted}@pbx.example>`]] as const;
  const session = await (await callers.call(called.phoneNumber, claimed, { headers })).answered;
  await callFrom(service, called, asserted, 'in_progress');
  await session.hangUp();
});

test('admits a phone at the address of another trunk by its password, with a number in From', async () => {
  const shared = await number();
  const credentials = { username: 'pbx', password: 'twelve-characters' };
  const trunk = await sipTrunk(service, 'registers', credentials);
  await opened(service, trunk);
  const { phoneNumber } = await answeredByAgent(service, shared, trunk, { name: 'Phones' });
  const caller = callers.newCaller();
  const wrong = { ...credentials, password: 'another-password' };
  const refused = await callers.call(phoneNumber, caller, { peer: { credentials: wrong } });
  expect(await refused.failed).toMatchObject({ kind: 'refused', status: 403 });
  const session = await (await callers.call(phoneNumber, caller, { peer: { credentials } })).answered;
  await callFrom(service, shared, caller, 'in_progress');
  await session.hangUp();
  const unknown = await callers.call('+912248099999', caller, { peer: { credentials } });
  expect(await unknown.failed).toMatchObject({ kind: 'refused', status: 404 });
});
