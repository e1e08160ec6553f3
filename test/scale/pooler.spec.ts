import { Client } from 'pg';
import { readConfig } from '../../src/platform/config/config';
import { prepareDatabase } from '../../src/bootstrap/database';
import { accessTo } from '../../src/platform/database/access/database-access';
import { openQueueBackend } from '../../src/platform/queues/queue-backend';
import { roleSettings } from '../../src/platform/database/service-settings';
import { Statements } from '../../src/platform/database/statements';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { TransactionPooler } from '../fakes/database/transaction-pooler.mjs';

/** A new one is made for each transaction: with few of them, looks at the primary would wait for too long on a busy machine. */
const SERVERS = 12;

const SHARED = { SECRET_KEY: '5'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:3000' };

let url: string;
let pooler: TransactionPooler | undefined;

beforeEach(async () => {
  url = await createDatabase();
});
afterEach(async () => {
  await pooler?.stop();
  pooler = undefined;
  await dropDatabase(url);
});

async function open(options: ConstructorParameters<typeof TransactionPooler>[1] = {}): Promise<string> {
  pooler = new TransactionPooler(url, options);
  return pooler.start();
}

async function query(text: string, at = url): Promise<unknown[]> {
  const client = new Client({ connectionString: at });
  await client.connect();
  try {
    return (await client.query(text)).rows as unknown[];
  } finally {
    await client.end();
  }
}

async function makeRoleSettings(): Promise<void> {
  for (const statement of roleSettings(url)) await query(statement);
}

/** As a process that starts; resolves with the line that it ends with. */
async function refusal(environment: Record<string, string>): Promise<string> {
  const config = readConfig({ ...SHARED, ...environment });
  const access = accessTo(environment['DATABASE_URL'] ?? '', config.database);
  return prepareDatabase(config, access).then(
    () => 'starts',
    (error: unknown) => `${(error as Error).name}: ${(error as Error).message}`,
  );
}

describe('prepared statements', () => {
  it('are named by the hash of their text, in every process', () => {
    const [one, other] = [new Statements(true), new Statements(true)];
    other.nameOf('SELECT 2');
    expect(one.nameOf('SELECT 1')).toBe(other.nameOf('SELECT 1'));
    expect(one.nameOf('SELECT 1')).toMatch(/^aics_[0-9a-f]{20}$/u);
    expect(one.nameOf('SELECT 1')).not.toBe(one.nameOf('SELECT 2'));
  });

  it('are unnamed once the server forgot one', () => {
    const statements = new Statements(true);
    statements.nameOf('SELECT 1');
    expect([statements.turnOffAfter('23505'), statements.turnOffAfter('26000')]).toEqual([false, true]);
    expect(statements.nameOf('SELECT 1')).toBeUndefined();
    expect(statements.turnOffAfter('26000')).toBe(false);
  });
});

describe('a start behind a pooler', () => {
  it('is refused for a worker whose queues have neither Redis nor a direct connection', async () => {
    expect(await refusal({ ROLE: 'worker', DATABASE_URL: url, DATABASE_POOLING: 'transaction' })).toBe(
      'StartupError: DATABASE_POOLING=transaction: queues need REDIS_URL, or DATABASE_DIRECT_URL past the pooler.',
    );
  });

  it('is refused when it rejects start options', async () => {
    const through = await open();
    expect(await refusal({ ROLE: 'api', DATABASE_URL: through })).toMatch(
      /unsupported startup parameter: .*Then set DATABASE_POOLING=transaction/u,
    );
  });

  it('is refused when it drops start options, with the command to run', async () => {
    const through = await open({ dropsOptions: true });
    const message = await refusal({ ROLE: 'api', DATABASE_URL: through });
    expect(message).toMatch(
      /^StartupError: Connections have enable_seqscan=on, (?:jit=on, )?statement_timeout=0, idle_in_transaction_session_timeout=0: the pooler drops start options\. Set DATABASE_POOLING=transaction and run: ALTER ROLE postgres IN DATABASE test_\w+ SET enable_seqscan = 'off';/u,
    );
    for (const statement of message.match(/ALTER ROLE [^;]+;/gu) ?? []) await query(statement);
    // Connections that the pooler has keep what they began with.
    await pooler?.stop();
    const anew = await open();
    expect(await refusal({ ROLE: 'api', DATABASE_URL: anew, DATABASE_POOLING: 'transaction' })).toBe(
      'starts',
    );
  });

  it('is refused for a transaction pooler when the role lacks the settings, with the command to run', async () => {
    const through = await open();
    expect(await refusal({ ROLE: 'api', DATABASE_URL: through, DATABASE_POOLING: 'transaction' })).toMatch(
      /^StartupError: Connections have enable_seqscan=on, .*: behind a transaction pooler settings are the role's\. Run: ALTER ROLE postgres IN DATABASE test_\w+ SET /u,
    );
  });

  it('is refused for queues when it drops start options', async () => {
    const through = await open({ dropsOptions: true });
    await expect(openQueueBackend(through, null)).rejects.toThrow(
      /^Connections have search_path=.*: the pooler drops start options\. Set DATABASE_DIRECT_URL/u,
    );
  });

  it('is refused when none of several hosts accepts writes for 30 s', async () => {
    let now = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 20_000));
    try {
      expect(await refusal({ ROLE: 'api', DATABASE_URL: 'postgres://u:p@127.0.0.1:1,127.0.0.1:2/d' })).toBe(
        'StartupError: DATABASE_URL: none of the 2 hosts accepts writes (0 are standbys, the others do not answer): start or promote one.',
      );
    } finally {
      clock.mockRestore();
    }
  });

  it('is refused when the direct URL is another database', async () => {
    const other = await createDatabase();
    const environment = { ROLE: 'api', DATABASE_URL: url, DATABASE_DIRECT_URL: other };
    expect(await refusal(environment)).toMatch(/^StartupError: DATABASE_DIRECT_URL is another database/u);
    await dropDatabase(other);
  });

  it('is refused on a database that is not migrated when there is no session', async () => {
    await makeRoleSettings();
    await query(`DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)`);
    const through = await open();
    expect(await refusal({ ROLE: 'api', DATABASE_URL: through, DATABASE_POOLING: 'transaction' })).toMatch(
      /Run: cli database migrate/u,
    );
  });

  it.each([
    [
      { DATABASE_POOLING: 'statement', DATABASE_URL: 'postgres://h/d' },
      /DATABASE_POOLING .* one of session, transaction/u,
    ],
    [{ DATABASE_POOLING: 'transaction' }, /DATABASE_POOLING=transaction needs DATABASE_URL/u],
    [{ DATABASE_DIRECT_URL: 'postgres://h/d' }, /DATABASE_DIRECT_URL needs DATABASE_URL/u],
    [{ DATABASE_POOL: '19', DATABASE_URL: 'postgres://h/d' }, /DATABASE_POOL .* from 20 to 100/u],
    [{ DATABASE_URL: 'postgres://a,,b/d' }, /DATABASE_URL must be a list of hosts without gaps/u],
    [
      { DATABASE_URL: 'postgres://a/d?target_session_attrs=standby' },
      /DATABASE_URL must be without target_session/u,
    ],
  ])('is refused with %j', (environment, message) =>
    expect(() => readConfig(environment as Record<string, string>)).toThrow(message),
  );
});

describe('transaction pooling', () => {
  it('queues, dials and reports calls by unnamed statements', async () => {
    await makeRoleSettings();
    const through = await open({ forgets: true, size: SERVERS });
    const environment = {
      ...SHARED,
      DATABASE_URL: through,
      DATABASE_POOLING: 'transaction',
      DATABASE_DIRECT_URL: url,
    };
    const service = await TestApp.start(environment, through);
    try {
      const account = await service.account();
      const agent = await service.api(account).post('/agents', AGENT);
      const call = await service
        .api(account)
        .post('/calls', { agent_id: agent.id, phone_number: '+919876543219' });
      await eventually(async () => {
        const { status } = await service.api(account).get(`/calls/${call.id}` as '/calls/{id}');
        expect(status).toBe('completed');
      });
    } finally {
      await service.stop();
    }
  });

  it('disables prepared statements after the first that was forgotten', async () => {
    await makeRoleSettings();
    const through = await open({ forgets: true, size: SERVERS });
    const lines: string[] = [];
    const environment = {
      ...SHARED,
      ROLE: 'api',
      DATABASE_URL: through,
      DATABASE_POOLING: 'transaction',
      DATABASE_PREPARE: 'on',
      LOG_LEVEL: 'warn',
    };
    const service = await TestApp.start(environment, through, (line) => lines.push(line));
    try {
      const account = await eventually(() => service.account());
      const off = () => lines.filter((line) => line.includes('prepared statements are off in this process'));
      await eventually(async () => {
        await service.http(account).get('/agents');
        expect(off()).toHaveLength(1);
      });
      for (let times = 0; times < 5; times++) {
        expect((await service.http(account).get('/agents')).status).toBe(200);
      }
      expect(off()).toHaveLength(1);
    } finally {
      await service.stop();
    }
  });
});

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };
