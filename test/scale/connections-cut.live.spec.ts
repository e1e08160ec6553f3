import { prepareDatabase } from '../../src/bootstrap/database';
import { readConfig } from '../../src/platform/config/config';
import { withClient } from '../../src/platform/database/access/with-client';
import { accessTo } from '../../src/platform/database/access/database-access';
import { TcpProxy } from '../../tools/lib/tcp-proxy.mjs';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { answer, type Behaviour, Receiver } from '../harness/receiver';
import { LOCAL_WEBHOOKS } from '../harness/webhooks';

const SECRET_KEY = '5'.repeat(64);
const ROWS = 1_000;
/** Some cuts come before the work, some in it, some after it. */
const CUTS_AFTER_MS = [0, 20, 60, 120, 200, 300];

let url: string;
let through: string;
let proxy: TcpProxy;

beforeEach(async () => {
  url = await createDatabase();
  const address = new URL(url);
  proxy = new TcpProxy(Number(address.port));
  address.port = String(await proxy.start());
  through = address.href;
});
afterEach(async () => {
  await proxy.stop();
  await dropDatabase(url);
});

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms));

const rows = async <Row extends object>(text: string): Promise<Row[]> =>
  (await withClient({ connectionString: url }, (client) => client.query<Row>(text))).rows;

test('creates a batch once, by a retry with its key after its connections broke', async () => {
  const service = await TestApp.start({ SECRET_KEY, DATABASE_URL: through }, through);
  try {
    const account = await service.account({ lines: 0 });
    const agentId = await makeAgent(service, account);
    const statuses: number[] = [];
    for (const afterMs of CUTS_AFTER_MS) {
      const calls = Array.from({ length: ROWS }, () => ({ phone_number: number() }));
      const post = async () => {
        const response = await fetch(`${service.origin}/v1/batches`, {
          method: 'POST',
          headers: {
            'X-API-Key': account.key,
            'Content-Type': 'application/json',
            'Idempotency-Key': `cut-${afterMs}`,
          },
          body: JSON.stringify({ agent_id: agentId, calls }),
        });
        statuses.push(response.status);
        if (response.status !== 200) throw new Error(`POST /batches: ${response.status}`);
      };
      const first = post().catch(() => undefined);
      await pause(afterMs);
      proxy.cut();
      await first;
      await eventually(post);
    }
    const batches = await rows<{ calls: number }>(
      'SELECT count(*)::int AS calls FROM calls GROUP BY batch_id ORDER BY batch_id',
    );
    expect(batches).toEqual(CUTS_AFTER_MS.map(() => ({ calls: ROWS })));
    expect(statuses.filter((status) => ![200, 500, 503].includes(status))).toEqual([]);
  } finally {
    await service.stop();
  }
});

test('delivers an event again under its id after its connections broke, and stores it once', async () => {
  const cutting: Behaviour = (socket, request) => {
    proxy.cut();
    answer(200)(socket, request);
  };
  const receiver = await Receiver.start(cutting);
  const service = await TestApp.start({ SECRET_KEY, DATABASE_URL: through, ...LOCAL_WEBHOOKS }, through);
  try {
    const account = await service.account();
    await service.api(account).put('/webhook', { url: receiver.url() });
    const call = { agent_id: await makeAgent(service, account), phone_number: number('0002') };
    const { id } = await service.api(account).post('/calls', call);
    await eventually(() => {
      expect(receiver.requests.length).toBeGreaterThan(0);
      return Promise.resolve();
    });
    receiver.behaviour = answer(200);
    await eventually(async () => {
      await service.advance(31_000);
      const events = await rows('SELECT call_id, state FROM webhook_events');
      expect(events).toEqual([{ call_id: id, state: 'delivered' }]);
    });
    const ids = new Set(receiver.requests.map(({ headers }) => headers['webhook-id']));
    expect(ids.size).toBe(1);
  } finally {
    await service.stop();
    await receiver.stop();
  }
});

test('completes a migration whose connection broke by the next start', async () => {
  const [{ newest }] = (await rows('SELECT max(name) AS newest FROM schema_migrations')) as [
    { newest: string },
  ];
  const [{ tables }] = (await rows(TABLES)) as [{ tables: number }];
  await rows('DROP SCHEMA public CASCADE');
  await rows('CREATE SCHEMA public');
  const config = readConfig({ SECRET_KEY, DATABASE_URL: through });
  const start = () => prepareDatabase(config, accessTo(through, config.database));
  let failures = 0;
  for (const afterMs of [100, 250, 400]) {
    const starting = start().catch(() => failures++);
    await pause(afterMs);
    proxy.cut();
    await starting;
  }
  await start();
  expect(failures).toBeGreaterThan(0);
  expect(await rows('SELECT max(name) AS newest FROM schema_migrations')).toEqual([{ newest }]);
  expect(await rows(TABLES)).toEqual([{ tables }]);
});

const TABLES = `SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = 'public'`;
