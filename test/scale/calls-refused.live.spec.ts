import { eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, Callers, opened } from '../harness/inbound';
import { ReplicatedServiceDriver } from '../harness/replicated-service-driver';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

let callers: Callers;

afterEach(() => callers.close());

async function numberOf(service: TestApp): Promise<AnsweredNumber> {
  callers = await Callers.open(service);
  const number = await answeredNumber(service);
  await opened(service, number.trunkId);
  return number;
}

/** A call that is refused, as its caller and its account see it. */
async function refused(service: TestApp, called: AnsweredNumber) {
  const placed = await callers.call(called.phoneNumber, callers.newCaller());
  const failure = await placed.failed;
  const { data } = await service.api(called).get('/calls');
  const retryAfter = /^Retry-After: (\d+)\r$/mu.exec(callers.responses(503)[0] ?? '')?.[1];
  return { failure, retryAfter, stored: data.length };
}

const REFUSED = { failure: expect.objectContaining({ status: 503 }), retryAfter: '5', stored: 0 };

test('refuses an inbound call with DISPATCH=off, and stores nothing', async () => {
  const service = await TestApp.start({ DISPATCH: 'off' });
  try {
    expect(await refused(service, await numberOf(service))).toEqual(REFUSED);
  } finally {
    await service.stop();
  }
});

test('refuses an inbound call at once while the database does not replicate', async () => {
  const driver = await ReplicatedServiceDriver.start();
  try {
    const number = await numberOf(driver.service);
    await driver.database.killStandby();
    const waiting = driver.queue();
    await eventually(async () => expect((await driver.ready()).database).toBe('not replicating'), 20_000);
    const begin = performance.now();
    expect(await refused(driver.service, number)).toEqual(REFUSED);
    expect(performance.now() - begin).toBeLessThan(1_000);
    await driver.database.startStandby();
    await waiting;
  } finally {
    await driver.stop();
  }
});
