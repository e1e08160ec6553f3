import { changes } from '../../src/cli/account-change';
import { Operations } from '../../src/cli/operations';
import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { changeOf, makeTrunk } from '../harness/trunks';

let service: TestApp;
let account: TestAccount;
let names = 0;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  account = await service.account();
});

const commands = () => new TelephonyOperations(service.app);
const rows = <T>(sql: string, parameters: unknown[] = []) => service.unitOfWork.rows<T>(sql, parameters);
const addTrunk = (kind: 'sip' | 'plivo' = 'sip') => makeTrunk(service, kind);

/** As `account set` with parsed options. */
const setAccount = (options: Parameters<typeof changes>[0]) =>
  new Operations(service.app).setAccount(account.id, changes(options));

describe('account set', () => {
  const shown = async () => new Operations(service.app).showAccount(account.id);

  test('stores trunks in their order, and the settings of real calls', async () => {
    const [first, second] = [await addTrunk(), await addTrunk()];
    expect(await shown()).toMatchObject({
      trunks: [],
      rings: 'mobile',
      human_billing: 'provider',
      human_language: null,
      recording: true,
    });
    expect(
      await setAccount({
        carrier: 'sip',
        trunks: [second.id, first.id],
        rings: 'extension',
        humanBilling: 'credits',
        humanLanguage: 'ta-IN',
        recording: false,
      }),
    ).toMatchObject({
      carrier: 'sip',
      trunks: [second.id, first.id],
      rings: 'extension',
      human_billing: 'credits',
      human_language: 'ta-IN',
      recording: false,
    });
    expect(await shown()).toMatchObject({ voice_tests: 2, voice_test_minutes: 60 });
    expect(await setAccount({ voiceTests: 0, voiceTestMinutes: 90 })).toMatchObject({
      voice_tests: 0,
      voice_test_minutes: 90,
    });
    expect(await setAccount({ humanLanguage: 'none', trunks: [first.id] })).toMatchObject({
      human_language: null,
      trunks: [first.id],
    });
    expect(await setAccount({ carrier: 'simulator' })).toMatchObject({ trunks: [first.id] });
    expect(await setAccount({ carrier: 'sip' })).toMatchObject({ trunks: [first.id] });
  });

  test('rejects values that do not fit, and changes nothing then', async () => {
    const [sip, plivo] = [await addTrunk(), await addTrunk('plivo')];
    const before = await shown();
    for (const [options, problem] of [
      [{ carrier: 'sip' }, 'The carrier sip needs trunks'],
      [{ carrier: 'sip', trunks: [] }, 'The carrier sip needs trunks'],
      [{ carrier: 'sip', trunks: ['trunk_x'] }, 'There is no trunk trunk_x'],
      [{ carrier: 'sip', trunks: [sip.id, plivo.id] }, `is of kind plivo, and the account's carrier is sip`],
      [{ trunks: [sip.id] }, 'is of kind sip, and simulator uses no trunks'],
      [{ rings: 'extension' }, '--rings extension is for the carrier sip alone'],
      [
        { carrier: 'plivo', trunks: [plivo.id], rings: 'extension' },
        '--rings extension is for the carrier sip alone',
      ],
      [{ humanLanguage: 'klingon' }, '--human-language "klingon" must be a language'],
    ] as const) {
      await expect(setAccount({ name: 'Changed', ...options })).rejects.toThrow(problem);
    }
    expect(await shown()).toEqual(before);
    await setAccount({ carrier: 'sip', trunks: [sip.id], rings: 'extension' });
    await expect(setAccount({ carrier: 'plivo' })).rejects.toThrow('is of kind sip');
    await expect(setAccount({ carrier: 'plivo', trunks: [plivo.id] })).rejects.toThrow('--rings extension');
    await expect(setAccount({ trunks: [] })).rejects.toThrow('needs trunks');
  });

  test('rejects a trunk for extensions that phones register at', async () => {
    const [first, second] = [await addTrunk(), await addTrunk()];
    await setAccount({ carrier: 'sip', trunks: [first.id, second.id], rings: 'extension' });
    const username = `u${++names}`;
    const phones = await changeOf({ server: ['registers'], username, password: 'p'.repeat(12) });
    const registers = (id: string) => commands().setTrunk(id, phones, false);
    await expect(registers(first.id)).rejects.toThrow(
      `The account ${account.id}: --rings extension needs a first trunk with a host; phones register with the trunk ${first.name}.`,
    );
    expect(await commands().trunks.show(first.id)).not.toHaveProperty('registrations');
    await registers(second.id);
    await setAccount({ rings: 'mobile' });
  });

  test('creates no account with values that do not fit', async () => {
    const count = () => rows('SELECT id FROM accounts').then(({ length }) => length);
    const before = await count();
    const made = new Operations(service.app).createAccount(changes({ carrier: 'exotel' }), {});
    await expect(made).rejects.toThrow('The carrier exotel needs trunks');
    expect(await count()).toBe(before);
  });
});

describe('numbers of an account', () => {
  const of = async () => commands().listNumbers(account.id);
  const defaults = async () => (await of()).filter((one) => one.is_default).map((one) => one.phone_number);
  const next = () => `+9180${String(10_000_000 + ++names)}`;

  test('default to the first, until another is set, or the oldest that remains', async () => {
    const { id: trunkId } = await addTrunk();
    const [a, b, c] = [next(), next(), next()];
    const made = await commands().addNumber(account.id, b, { trunkId });
    expect(made).toEqual({
      phone_number: b,
      account: account.id,
      trunk: trunkId,
      agent_id: null,
      is_default: true,
      outbound: true,
      created_at: expect.stringMatching(/Z$/),
    });
    await service.advance(1_000);
    await commands().addNumber(account.id, a, { trunkId, outbound: false });
    expect(await defaults()).toEqual([b]);
    await service.advance(1_000);
    await commands().addNumber(account.id, c, { trunkId, makeDefault: true });
    expect(await defaults()).toEqual([c]);
    expect((await of()).map((one) => one.phone_number)).toEqual([a, b, c]);
    await commands().removeNumber(c);
    expect(await defaults()).toEqual([b]);
    await commands().setNumber(a, { makeDefault: true });
    expect(await defaults()).toEqual([a]);
    await commands().removeNumber(b);
    await commands().removeNumber(a);
    expect(await of()).toEqual([]);
  });

  test('belong to one account, on a trunk that exists', async () => {
    const { id: trunkId } = await addTrunk();
    const phone = next();
    await commands().addNumber(account.id, phone, { trunkId });
    const other = await service.account();
    for (const id of [account.id, other.id]) {
      await expect(commands().addNumber(id, phone, { trunkId })).rejects.toThrow(
        `${phone} belongs to an account already`,
      );
    }
    await expect(commands().addNumber(account.id, next(), { trunkId: 'trunk_x' })).rejects.toThrow(
      'no trunk trunk_x',
    );
    await expect(commands().addNumber('acct_x', next(), { trunkId })).rejects.toThrow('no account acct_x');
    await expect(commands().setNumber(phone, { trunkId: 'trunk_x' })).rejects.toThrow('no trunk trunk_x');
    await expect(commands().setNumber('+918099999999', {})).rejects.toThrow('No account has the number');
    await expect(commands().removeNumber('+918099999999')).rejects.toThrow('No account has the number');
    expect(await defaults()).toEqual([phone]);
  });

  test('are assigned to an agent of the account that answers calls', async () => {
    const { id: trunkId } = await addTrunk();
    const other = await service.account();
    const outbound = await makeAgent(service, account);
    const both = await makeAgent(service, account, { direction: 'both', name: 'Both' });
    const foreign = await makeAgent(service, other, { direction: 'inbound', name: 'Foreign' });
    const phone = next();
    for (const agentId of [outbound, foreign, 'agent_x']) {
      await expect(commands().addNumber(account.id, phone, { trunkId, agentId })).rejects.toThrow(
        `The agent ${agentId} must be one of the account`,
      );
    }
    expect(await commands().addNumber(account.id, phone, { trunkId, agentId: both })).toMatchObject({
      agent_id: both,
    });
    await expect(commands().setNumber(phone, { agentId: outbound })).rejects.toThrow('inbound or both');
    expect(await commands().setNumber(phone, { outbound: false })).toMatchObject({
      agent_id: both,
      outbound: false,
    });
    expect(await commands().setNumber(phone, { agentId: null })).toMatchObject({ agent_id: null });
  });

  test('have one default when they are added at once', async () => {
    const { id: trunkId } = await addTrunk();
    await Promise.all(
      Array.from({ length: 6 }, () =>
        commands().addNumber(account.id, next(), { trunkId, makeDefault: true }),
      ),
    );
    expect(await defaults()).toHaveLength(1);
  });
});
