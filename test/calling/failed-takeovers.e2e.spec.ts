import { CallDialer } from '../../src/calls/application/dispatch/call-dialer';
import { CallProgress } from '../../src/calls/application/call-progress';
import { LegMonitor } from '../../src/calling';
import { Sweeps } from '../../src/platform/sweeps';
import { Carriers } from '../../src/carriers';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';

const BEYOND_THE_LEASE_MS = 16_000;

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  account = await service.account();
  agent_id = await makeAgent(service, account);
  // No other process recovers calls.
  await service.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
});
afterAll(() => service.stop());
afterEach(() => jest.restoreAllMocks());

/** The step of a recovery that fails once. */
const PARTS: [string, () => jest.SpyInstance][] = [
  [
    'the carrier is asked',
    () => {
      const carrier = service.app.get(Carriers, { strict: false }).find('simulator');
      return jest.spyOn(carrier!, 'lookUp').mockRejectedValueOnce(new Error('away'));
    },
  ],
  [
    'the calls are read',
    () =>
      jest
        .spyOn(service.app.get(CallProgress, { strict: false }), 'legs')
        .mockRejectedValueOnce(new Error('away')),
  ],
];

test.each(PARTS)('repeats a takeover soon, not a lease later, when it fails while %s', async (_, fail) => {
  const dialer = service.app.get(CallDialer, { strict: false });
  const hung = jest.spyOn(dialer, 'place').mockImplementationOnce(() => Promise.resolve());
  const { id } = await service.api(account).post('/calls', { agent_id, phone_number: number('0014') });
  await eventually(() => {
    expect(hung).toHaveBeenCalled();
    return Promise.resolve();
  });
  const failing = fail();
  const monitor = service.app.get(LegMonitor, { strict: false });
  service.clock.advance(BEYOND_THE_LEASE_MS);
  await monitor.recoverExpired().catch(() => undefined);
  expect(failing).toHaveBeenCalledTimes(1);
  await monitor.recoverExpired();
  expect(await service.api(account).get(`/calls/${id}`)).toMatchObject({ status: 'failed' });
});
