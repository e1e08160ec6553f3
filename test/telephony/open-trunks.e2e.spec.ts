import { OpenTrunks } from '../../src/carriers/application/open-trunks';
import { TrunkSync } from '../../src/carriers/application/trunk-sync';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Sweeps } from '../../src/platform/sweeps';
import { SpeechEngines } from '../../src/speech';
import { TrialTrunks, TrunkChannels, TrunkRepository } from '../../src/trunks';
import { TestApp } from '../harness/app';
import { changeOf, makeTrunk } from '../harness/trunks';

let service: TestApp;
let list: jest.SpyInstance;

beforeAll(async () => {
  service = await TestApp.start({ SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0' });
  // The process itself reads no trunks between a change and what the test expects of it.
  await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  list = jest.spyOn(service.app.get(TrunkRepository, { strict: false }), 'list');
});
afterAll(async () => {
  list.mockRestore();
  await service.stop();
});

const sync = () => service.app.get(TrunkSync, { strict: false }).run();
const open = () => service.app.get(OpenTrunks, { strict: false });

/** How often the trunks were read because of a change. */
async function readsAfter(change: () => Promise<unknown>): Promise<number> {
  await sync();
  list.mockClear();
  await change();
  await sync();
  await sync();
  return list.mock.calls.length;
}

test('reads trunks once after each change, whatever changed', async () => {
  const commands = new TelephonyOperations(service.app);
  const set = async (id: string, given: Record<string, unknown>) =>
    commands.setTrunk(id, await changeOf(given), false);
  let id = '';
  await expect(readsAfter(async () => ({ id } = await makeTrunk(service)))).resolves.toBe(1);
  await expect(readsAfter(() => Promise.resolve())).resolves.toBe(0);
  await expect(readsAfter(() => set(id, { username: 'own', password: 'a long password' }))).resolves.toBe(1);
  await expect(readsAfter(() => set(id, { password: 'another password' }))).resolves.toBe(1);
  await expect(readsAfter(() => set(id, { enabled: 'no' }))).resolves.toBe(1);
  expect(open().enabled).toEqual([]);
  await expect(readsAfter(() => set(id, { enabled: 'yes' }))).resolves.toBe(1);
  expect(open().enabled).toMatchObject([{ id, options: { username: 'own' } }]);
  await expect(readsAfter(() => commands.trunks.remove(id))).resolves.toBe(1);
  expect(open().enabled).toEqual([]);
});

test('loads voices when a trunk opens, before its first call', async () => {
  const voice = { name: 'slow', warm: jest.fn(), speak: jest.fn() };
  const engines = service.app.get(SpeechEngines, { strict: false });
  const warm = jest.spyOn(engines, 'warm').mockImplementation(() => new SpeechEngines([], [voice]).warm());
  await sync();
  expect(voice.warm).not.toHaveBeenCalled();
  const { id } = await makeTrunk(service);
  await sync();
  expect(voice.warm).toHaveBeenCalledTimes(1);
  await new TelephonyOperations(service.app).trunks.remove(id);
  await sync();
  expect(voice.warm).toHaveBeenCalledTimes(1);
  warm.mockRestore();
});

test('opens the trunk of a trial phone, and dispatches no call for it', async () => {
  const account = await service.account();
  await service.app.get(TrialTrunks, { strict: false }).create(account.id);
  await sync();
  expect(open().enabled).toMatchObject([{ name: `trial-${account.id}` }]);
  await expect(service.app.get(TrunkChannels, { strict: false }).free()).resolves.toMatchObject({
    ids: [],
    isIdle: true,
  });
});
