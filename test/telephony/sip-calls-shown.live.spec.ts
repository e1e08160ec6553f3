import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { Provider } from '../harness/far-end';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
const providers: Provider[] = [];

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(async () => {
  for (const provider of providers) await provider.close();
  await service.stop();
});

test('returns number, ended_by, recording and cause of a call over SIP by /v1', async () => {
  const [full, free] = [
    await Provider.open((call, far, seen) => far.refuse(call, seen, 503)),
    await Provider.open((call, far, seen) => far.answer(call, seen, 1_500)),
  ];
  providers.push(full, free);
  const account = await sipAccount(service, [
    await sipTrunk(service, full.address),
    await sipTrunk(service, free.address, { callerId: '+911140000002' }),
  ]);
  const id = await queueCall(service, account, number('0001'));
  await reaches(service, account, id, 'completed');
  const call = await eventually(async () => {
    const read = await service.api(account).get(`/calls/${id}`);
    expect(read).toMatchObject({ outcome: expect.any(Object), recording_url: expect.any(String) });
    return read;
  });
  expect(call).toMatchObject({
    direction: 'outbound',
    account_number: '+911140000002',
    ended_by: 'contact',
  });

  const wav = Buffer.from(await (await fetch(call.recording_url!)).arrayBuffer());
  expect(wav.toString('latin1', 0, 16)).toMatch(/^RIFF....WAVEfmt $/s);
  const lengthMs = (wav.length - 44) / (2 * 2 * 8);
  expect(Math.abs(lengthMs - 1_500)).toBeLessThan(700);

  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  const told = data.filter(({ type }) => ['trunk', 'answered', 'media', 'ended'].includes(type));
  expect(told.map(({ type, message }) => `${type}: ${message}`)).toEqual([
    expect.stringMatching(/^trunk: Trunk t\d+ was asked\.$/),
    expect.stringMatching(/^trunk: Trunk t\d+ answered 503 Service Unavailable; t\d+ is next\.$/),
    expect.stringMatching(/^trunk: Trunk t\d+ was asked\.$/),
    'answered: The contact answered.',
    expect.stringMatching(/^media: Codec PCM[AU]\.$/),
    expect.stringMatching(/^media: Codec PCM[AU]; packets received \d+, lost \d+, sent \d+\.$/),
    expect.stringMatching(/^ended: The call ended after \d s of talk\.$/),
  ]);
});

test('shows the numbers of the next trunk in turn after a failover', async () => {
  const [full, free] = [
    await Provider.open((call, far, seen) => far.refuse(call, seen, 503)),
    await Provider.open((call, far, seen) => far.answer(call, seen, 200)),
  ];
  providers.push(full, free);
  const trunks = [await sipTrunk(service, full.address), await sipTrunk(service, free.address)];
  const account = await sipAccount(service, trunks);
  const numbers = [number(), number()];
  const commands = new TelephonyOperations(service.app);
  for (const phone of numbers) await commands.addNumber(account.id, phone, { trunkId: trunks[1] ?? '' });
  const shown: unknown[] = [];
  for (let call = 0; call < 4; call++) {
    const id = await queueCall(service, account, number('0001'));
    shown.push((await reaches(service, account, id, 'completed')).account_number);
  }
  expect(shown).toEqual([...numbers, ...numbers]);
});
