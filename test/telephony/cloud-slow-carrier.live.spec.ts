import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { compileThreads, queueCall, reaches, sipAccount } from '../harness/sip-accounts';

compileThreads();

const CARRIERS = {
  twilio: () => FakeTwilio.open(),
  plivo: () => FakePlivo.open(),
  exotel: () => FakeExotel.open(),
};
/** Calls under way at the slow carrier. */
const CALLS = 10;

let service: TestApp;

beforeAll(async () => {
  service = await cloudService();
});
afterAll(() => service.stop());

test.each(Object.keys(CARRIERS) as (keyof typeof CARRIERS)[])(
  'delays no other account by a carrier that responds after 30 s: %s',
  async (kind) => {
    const [fast, slow] = await Promise.all([CARRIERS[kind](), CARRIERS[kind]()]);
    try {
      const [account, waiting] = await Promise.all(
        [fast, slow].map(async ({ url }) => {
          const { id } = await cloudTrunk(service, kind, url);
          return sipAccount(service, [id], { carrier: kind });
        }),
      );
      for (let n = 0; n < CALLS; n++) {
        const phone = number('0001');
        slow.will(phone, { answerMs: 30_000, becomes: 'busy' });
        await queueCall(service, waiting!, phone);
      }
      await eventually(() => {
        expect(slow.calls).toHaveLength(CALLS);
        return Promise.resolve();
      });
      const phone = number('0001');
      fast.will(phone, { hangUpAfterMs: 100 });
      const began = performance.now();
      const id = await queueCall(service, account!, phone);
      await reaches(service, account!, id, 'completed');
      expect(performance.now() - began).toBeLessThan(3_000);
    } finally {
      await Promise.all([fast.close(), slow.close()]);
    }
  },
);
