import { TestApp, type TestAccount } from '../harness/app';
import { cli, npmCli } from '../harness/built-service';
import { ConsoleTests } from '../harness/console';
import { freePort } from '../harness/free-port';
import { makeTrunk } from '../harness/trunks';

const OWN_NUMBER = '+918045678900';

let service: TestApp;
let account: TestAccount;
let second: TestAccount;
let trunkId: string;
let email: string;
let other: string;

const SECRET_KEY = '5'.repeat(64);
const environment = () => ({ DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir });
const run = (...words: string[]) => cli({ ...environment(), SECRET_KEY }, ...words);
const runByNpm = (...words: string[]) => npmCli({ ...environment(), SECRET_KEY }, ...words);

beforeAll(async () => {
  service = await TestApp.start({ SECRET_KEY });
  account = await service.account();
  second = await service.account();
  // A login has a password, so the set-up has ended.
  const people = new ConsoleTests(service);
  ({ email } = await people.withPassword(account.id, ['ADMIN']));
  ({ email: other } = await people.member(account.id, ['STAFF']));
  const server = [`127.0.0.1:${await freePort()}`];
  trunkId = (await makeTrunk(service, 'sip', { server, enabled: 'no' })).id;
  const number = ['--account', account.id, '--trunk', trunkId, '--phone', OWN_NUMBER];
  // The first command builds the service.
  expect(await run('number', 'add', ...number)).toMatchObject({ code: 0 });
}, 180_000);
afterAll(() => service.stop());

/** Each command with the code that decisions.md, section 9, or telephony.md, section 2, promises. */
const CASES: readonly (readonly [code: number, says: RegExp, words: () => string[]])[] = [
  [0, /ok/, () => ['audit']],
  [1, /FAILED/, () => ['trunk', 'test', '--trunk', trunkId]],
  [1, new RegExp(OWN_NUMBER.slice(1)), () => ['trunk', 'remove', '--trunk', trunkId]],
  [
    1,
    /belongs to an account/,
    () => ['number', 'add', '--account', account.id, '--trunk', trunkId, '--phone', OWN_NUMBER],
  ],
  [1, /trunks/, () => ['account', 'create', '--carrier', 'sip']],
  [1, /somebody has a password/, () => ['login', 'setup']],
  [1, /--join/, () => ['member', 'add', '--account', second.id, '--email', email, '--role', 'STAFF']],
  [1, /one person/, () => ['login', 'email', '--email', email, '--to', other]],
  [2, /Nowhere/, () => ['account', 'set', '--account', account.id, '--timezone', 'Nowhere/Land']],
  [2, /unknown command/, () => ['nothing']],
  [2, /such as 2026/, () => ['audit', '--from', 'yesterday']],
  [2, /such as 2026/, () => ['audit', '--to', '2026-02-30']],
  [2, /--to "nobody"/, () => ['login', 'email', '--email', email, '--to', 'nobody']],
  [3, /^$/, () => ['database', 'run', '--', 'sh', '-c', 'exit 3']],
];

test.each(CASES)('exits with %i and prints %s', async (code, says, words) => {
  for (const ran of [await run(...words()), await runByNpm(...words())]) {
    expect({ code: ran.code, printed: ran.stdout + ran.stderr }).toEqual({
      code,
      printed: expect.stringMatching(says),
    });
  }
});

test('exits with 1 when a check of audit fails', async () => {
  await service.unitOfWork.affected(
    'UPDATE credit_accounts SET balance = balance + 1 WHERE account_id = $1',
    [account.id],
  );
  for (const ran of [await run('audit', '--json'), await runByNpm('audit')]) {
    expect({ code: ran.code, printed: ran.stdout }).toEqual({
      code: 1,
      printed: expect.stringContaining('ledger_adds_up'),
    });
  }
});

test('exits with 1 when a command needs SECRET_KEY and has none', async () => {
  const words = ['trunk', 'set', '--trunk', trunkId, '--username', 'u', '--password', 'p'];
  for (const ran of [await cli(environment(), ...words), await npmCli(environment(), ...words)]) {
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining('SECRET_KEY') });
  }
});
