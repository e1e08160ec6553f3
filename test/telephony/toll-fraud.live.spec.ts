import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { Provider } from '../harness/far-end';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { changeOf } from '../harness/trunks';

compileThreads();

let service: TestApp;
let provider: Provider;

beforeAll(async () => {
  service = await TestApp.start();
  provider = await Provider.open((call, far, seen) => far.answer(call, seen, 300));
});
afterAll(async () => {
  await provider.close();
  await service.stop();
});

test.each([
  ['of a country that was forbidden', '+14155550123', 'The number must be a number of one of the account'],
  ['that is premium-rate by now', '+19002345678', 'The number must not be a premium-rate number.'],
])('does not dial a waiting call to a number %s', async (_, forbidden, reason) => {
  const trunk = await sipTrunk(service, provider.address, { enabled: 'no' });
  const account = await sipAccount(service, [trunk]);
  const [refused, allowed] = [
    await queueCall(service, account, '+14155550123'),
    await queueCall(service, account, number('0001')),
  ];
  // As if the numbering plan had changed: the API takes no such number.
  await service.unitOfWork.affected('UPDATE calls SET phone_number = $2 WHERE id = $1', [refused, forbidden]);
  await new Operations(service.app).setAccount(account.id, changes({ countries: ['IN'] }));
  await new TelephonyOperations(service.app).setTrunk(trunk, await changeOf({ enabled: 'yes' }), false);
  const failed = await reaches(service, account, refused, 'failed');
  expect(failed.status_reason).toMatch(new RegExp(`^${reason}`));
  expect(failed.dialed_at).toBeUndefined();
  await reaches(service, account, allowed, 'completed');
  expect(provider.calls.map(({ reference }) => reference)).not.toContain(`${refused}.1`);
});
