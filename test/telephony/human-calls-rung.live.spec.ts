import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import {
  connect,
  humanReaches,
  ScriptedPhones,
  ANSWERS,
  RINGS,
  talksFor,
  humanWaitsFor,
} from '../harness/human-sip';
import { HumanCallTests } from '../harness/human-calls';
import { compileThreads, sipAccount, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;
let phones: ScriptedPhones;

beforeAll(async () => {
  service = await TestApp.start();
  phones = await ScriptedPhones.open();
});
afterAll(async () => {
  await service.stop();
  await phones.close();
});

async function accountOn(options: Record<string, unknown> = {}, settings: object = {}) {
  return sipAccount(service, [await sipTrunk(service, phones.address, options)], settings);
}

describe('the phones of a human call', () => {
  test('rings an extension over the first trunk alone, and the contact with failover', async () => {
    const other = await ScriptedPhones.open();
    try {
      const trunks = [
        await sipTrunk(service, phones.address),
        await sipTrunk(service, other.address, { callerId: '+911140000002' }),
      ];
      const account = await sipAccount(service, trunks, { rings: 'extension' });
      const extension = `meera.${Date.now() % 10_000}`;
      phones.script(extension, ANSWERS);
      const contact = number();
      phones.script(contact, (phone) => phone.refuse(503));
      other.script(contact, talksFor(200));
      const tests = new HumanCallTests(service, account);
      const counsellor_id = await tests.counsellor('1000', { carrier_extension: extension });
      const { id } = await tests.call({ counsellor_id, phone_number: contact });
      await humanReaches(service, account, id, 'completed');
      expect((await phones.phone(extension)).seen).toMatchObject({
        requestUri: `sip:${extension}@127.0.0.1`,
        from: expect.stringContaining('+911140000001'),
      });
      expect((await other.phone(contact)).seen.from).toContain('+911140000002');
    } finally {
      await other.close();
    }
  });

  test('rejects digits as an extension that could be a telephone number', async () => {
    const account = await accountOn({}, { rings: 'extension' });
    const tests = new HumanCallTests(service, account);
    const counsellor_id = await tests.counsellor('1000', { carrier_extension: '9876543' });
    const refused = await tests.post({ counsellor_id }).expect(409);
    expect(refused.body).toMatchObject({
      error: {
        code: 'counsellor_unavailable',
        details: { reason: expect.stringContaining('The carrier extension cannot be rung') },
      },
    });
  });

  const FORBIDDEN: readonly [string, string | null, string][] = [
    ['contact', null, "The number must be a number of one of the account's countries: US."],
    [
      'counsellor',
      '+14155550123',
      "The counsellor's number must be a number of one of the account's countries: US.",
    ],
  ];
  test.each(FORBIDDEN)(
    'does not ring a %s whom the account may not call any more',
    async (_, contact, reason) => {
      const account = await accountOn({ enabled: 'no' });
      const fields = contact === null ? {} : { phone_number: contact };
      const asked = await connect(service, account, phones, { counsellor: RINGS, contact: RINGS }, fields);
      await humanWaitsFor(service, account, asked.id, 'No trunk of the account is enabled.');
      await new Operations(service.app).setAccount(account.id, changes({ countries: ['US'] }));
      const failed = await humanReaches(service, account, asked.id, 'failed');
      expect(failed).toMatchObject({ status_reason: reason, dialed_at: null });
      expect(phones.rung.get(asked.counsellor)).toBeUndefined();
    },
  );
});
