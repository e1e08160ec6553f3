import { TestApp } from '../harness/app';
import { command, withDatabaseOf } from '../harness/commands';
import { ConsoleTests } from '../harness/console';
import { makeTrunk } from '../harness/trunks';

describe("the operator's commands", () => {
  let service: TestApp;
  beforeAll(async () => {
    service = await TestApp.start();
    const tests = new ConsoleTests(service);
    const account = await service.account();
    await tests.member(account.id, ['STAFF'], 'asha@example.com');
    // A login has a password, so the set-up has ended.
    await tests.withPassword(account.id, ['ADMIN']);
  });
  afterAll(() => service.stop());

  const run = (...words: string[]) => command(service, ...words);
  const json = async (...words: string[]) =>
    JSON.parse((await run(...words, '--json')).stdout) as Record<string, never>;

  test('create an account with a key, change, show and top it up', async () => {
    const account = await json(
      'account',
      'create',
      '--name',
      'Acme',
      '--credits',
      '50.5',
      '--with-key',
      '--rate',
      'google=7',
      '--rate',
      'local=1.25',
      '--queue-hours',
      '0.5',
    );
    expect(account).toMatchObject({
      id: expect.stringMatching(/^acct_/),
      key: expect.stringMatching(/^aics_/),
      key_id: expect.stringMatching(/^key_/),
      timezone: 'Asia/Kolkata',
      lines: 10,
      calling_hours: '09:00-21:00',
      recall_gap_minutes: 60,
      queue_hours: 0.5,
      rates: { ai_call: { google: 7, local: 1.25, sarvam: 10 } },
      credits: { balance: 50.5 },
    });
    const id = account['id'] as unknown as string;
    expect(
      await json('account', 'set', '--account', id, '--calling-hours', 'always', '--countries', 'in,ae'),
    ).toMatchObject({
      calling_hours: 'always',
      countries: ['IN', 'AE'],
    });
    expect(await json('credits', 'top-up', '--account', id, '--amount', '0.25')).toMatchObject({
      balance: 50.75,
    });
    expect(await run('credits', 'top-up', '--account', id, '--amount', '99999999999950')).toMatchObject({
      code: 1,
      stderr: 'amount must be at most 99999999999949.2499: the balance is 50.7500\n',
    });
  });

  test('create, list and revoke keys', async () => {
    const account = await json('account', 'create', '--name', 'Keys', '--with-key');
    const id = account['id'] as unknown as string;
    const made = await json(
      'key',
      'create',
      '--account',
      id,
      '--name',
      'reader',
      '--scopes',
      'calls:read',
      '--expires',
      '2020-01-31',
    );
    expect(made).toMatchObject({
      key: expect.stringMatching(/^aics_/),
      scopes: ['calls:read'],
      expires: '2020-01-31',
    });
    const keyId = made['id'] as unknown as string;
    expect(await json('key', 'revoke', '--key', keyId)).toMatchObject({
      id: keyId,
      revoked_at: expect.any(String),
    });
    const keys = (await json('key', 'list', '--account', id)) as unknown as Record<string, unknown>[];
    expect(keys).toHaveLength(2);
    expect(Object.keys(keys[0] ?? {})).toEqual([
      'id',
      'name',
      'prefix',
      'scopes',
      'product',
      'expires',
      'last_used_at',
      'revoked_at',
    ]);
  });

  test('print names with control characters in one line, without them', async () => {
    const { id } = await service.account({
      name: 'A\u001b[2J\nforged  line',
      dispositions: ['Hot\u009b\u202e'],
    });
    await withDatabaseOf(service, (ops) =>
      ops.createKey({ accountId: id, name: 'K\u001b]0;owned\u0007\nid  key_forged', scopes: ['calls:read'] }),
    );
    const shown = await run('account', 'show', '--account', id);
    expect(shown.stdout).toContain('name                A?[2J?forged  line\n');
    const list = await run('key', 'list', '--account', id);
    expect(list.stdout).toContain('K?]0;owned??id  key_forged');
    const unknown = await run('account', 'show', '--account', 'acct_\u001b[2J\u2028x');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('acct_?[2J?x') });
    for (const { stdout, stderr } of [shown, list, unknown]) {
      expect((stdout + stderr).replace(/\n/g, '')).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e]/u);
    }
  });

  test.each([
    [['account', 'create', '--lines', 'ten'], 2],
    [['account', 'create', '--calling-hours', '9-21'], 2],
    [['account', 'create', '--carrier', 'pigeon'], 2],
    [['account', 'create', '--countries', 'XX'], 2],
    [['account', 'set'], 2],
    [['account', 'dance'], 2],
    [['nothing'], 2],
    [['key', 'create', '--account', 'x', '--scopes', 'calls:sing'], 2],
    [['credits', 'top-up', '--account', 'acct_x', '--amount', '0'], 2],
    [['credits', 'top-up', '--account', 'acct_x', '--amount', '1'], 1],
    [['login', 'setup'], 1],
    [['login', 'link', '--email', 'nobody@example.com'], 1],
    [['login', 'link', '--email', 'asha@example.com'], 0],
    [['login', 'list'], 0],
    [['account', 'set', '--account', 'x', '--unlock', 'lines'], 2],
    [['account', 'create', '--name', 'two\nlines'], 2],
    [['account', 'create', '--dispositions', 'Hot,C\u001b[2Jold'], 2],
    [['key', 'create', '--account', 'x', '--name', 'a\u009bb'], 2],
    [['trunk', 'add', '--kind', 'sip', '--name', 'a', '--server', 'sbc', '--number-format', 'national'], 2],
    [['trunk', 'add', '--kind', 'sip', '--name', 'a', '--server', 'sbc', '--srtp', 'required'], 1],
    [['trunk', 'add', '--kind', 'sip', '--name', 'a', '--server', 'registers', '--server', 'sbc'], 1],
    [['trunk', 'add', '--kind', 'sip', '--name', 'a', '--server', 'registers', '--username', 'u'], 1],
    [['trunk', 'add', '--kind', 'sip', '--name', 'a', '--server', 'registers', '--register', 'yes'], 1],
    [['--help'], 0],
    [['help', 'account'], 0],
    [['account', 'help', 'set'], 0],
    [['help', 'nothing'], 2],
    [['account'], 2],
  ])('run %j with exit code %d', async (words, code) => {
    const result = await run(...words);
    expect(result.code).toBe(code);
    if (code !== 0) expect(result.stderr).not.toMatch(/\n[^\S\n]+at /);
  });

  test('print a table with one line a trunk by trunk list, and everything with --json', async () => {
    expect((await run('trunk', 'list')).stdout).toBe('none\n');
    const account = await service.account();
    const { id: first } = await makeTrunk(service, 'sip', { channels: '30' }, 'Mumbai');
    const { id: second } = await makeTrunk(service, 'plivo', { enabled: 'no' }, 'Plivo of\u202e Delhi');
    const number = ['--account', account.id, '--trunk', first, '--phone', '+918045678900'];
    expect(await run('number', 'add', ...number)).toMatchObject({ code: 0 });
    const { stdout } = await run('trunk', 'list');
    // The state in the process under test.
    const state = expect.stringMatching(/^(–|unknown|down)$/);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['id', 'name', 'kind', 'enabled', 'state', 'channels', 'accounts', 'numbers'],
      [first, 'Mumbai', 'sip', 'yes', state, '0 of 30', '0', '1'],
      [second, 'Plivo of? Delhi', 'plivo', 'no', state, '0 of 10', '0', '0'],
      [''],
    ]);
    const [head = '', row = ''] = stdout.split('\n');
    expect(row.indexOf('sip')).toBe(head.indexOf('kind'));
    expect(await json('trunk', 'list')).toMatchObject([{ id: first, channels: 30 }, { id: second }]);
  });
});
