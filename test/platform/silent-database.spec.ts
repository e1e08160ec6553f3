import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Pool } from 'pg';
import { CONNECTIONS } from '../../src/platform/database/access/connect-timeout';
import { clientWithTimeout } from '../../src/platform/database/timeout-client';
import { createDatabase, dropDatabase } from '../harness/app';

/** A wire to PostgreSQL whose connections can fall silent for ever, as when a firewall forgets them. */
class Wire {
  readonly #silent = new WeakSet<Socket>();
  readonly #clients = new Set<Socket>();
  #server!: Server;

  async open(target: number): Promise<number> {
    this.#server = createServer((client) => {
      const server = connect(target, '127.0.0.1');
      this.#clients.add(client);
      client.on('data', (chunk) => this.#silent.has(client) || server.write(chunk));
      server.on('data', (chunk) => this.#silent.has(client) || client.write(chunk));
      client.on('close', () => server.destroy()).on('error', () => undefined);
      server.on('error', () => undefined);
    });
    await new Promise<void>((listening) => this.#server.listen(0, '127.0.0.1', listening));
    return (this.#server.address() as AddressInfo).port;
  }

  fallSilent(): void {
    for (const client of this.#clients) this.#silent.add(client);
  }

  close(): void {
    for (const client of this.#clients) client.destroy();
    this.#server.close();
  }
}

/** Within this time a statement has its answer, or its connection breaks; the client adds 2 s to what it is given. */
const QUERY_TIMEOUT_MS = 3_000;

let url: string;
let wire: Wire;
let pool: Pool;

beforeAll(async () => {
  url = await createDatabase();
  wire = new Wire();
  const through = new URL(url);
  through.port = String(await wire.open(Number(through.port)));
  pool = new Pool({
    connectionString: through.href,
    max: 2,
    Client: clientWithTimeout(QUERY_TIMEOUT_MS - 2_000),
  });
  pool.on('error', () => undefined);
});
afterAll(async () => {
  await pool.end();
  wire.close();
  await dropDatabase(url);
});

/** Time stands still but for what a test lets pass. */
const stopTime = () => jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
afterEach(() => jest.useRealTimers());

test('replaces a silent connection in the pool', async () => {
  stopTime();
  const one = await pool.connect();
  const other = await pool.connect();
  wire.fallSilent();
  const refused = expect(one.query('SELECT 1')).rejects.toThrow(/terminated/);
  jest.advanceTimersByTime(QUERY_TIMEOUT_MS);
  await refused;
  one.release(true);
  await new Promise<void>((done) => {
    other.query('SELECT 1', (error) => {
      expect(error.message).toMatch(/terminated/);
      done();
    });
    jest.advanceTimersByTime(QUERY_TIMEOUT_MS);
  });
  other.release(true);
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
});

test('gives up a connection to a server that is silent from the start, in a pool without a limit for its waits', async () => {
  const server = createServer((client) => client.on('error', () => undefined)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stopTime();
  const silent = new Pool({
    connectionString: `postgres://127.0.0.1:${(server.address() as AddressInfo).port}/x`,
    Client: clientWithTimeout(QUERY_TIMEOUT_MS),
  });
  const refused = expect(silent.query('SELECT 1')).rejects.toThrow('timeout expired');
  jest.advanceTimersByTime(CONNECTIONS.timeoutMs);
  await refused;
  await silent.end();
  server.close();
});

test('reuses a responsive connection, however long it was idle', async () => {
  stopTime();
  const client = await pool.connect();
  await client.query('SELECT 1');
  jest.advanceTimersByTime(2 * QUERY_TIMEOUT_MS);
  expect((await client.query('SELECT 3 AS three')).rows).toEqual([{ three: 3 }]);
  client.release();
});

test('survives a connection that breaks twice during its use', async () => {
  const client = await pool.connect();
  client.release(new Error('broken'));
  // It is released: an "error" without a listener would be thrown.
  expect(() => client.emit('error', new Error('broken again'))).not.toThrow();
});

test('survives an idle connection that breaks', async () => {
  const client = new (clientWithTimeout(1_000))(url);
  await client.connect();
  const ended = new Promise((resolve) => client.once('end', resolve));
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable/);
});

// BullMQ keeps one connection for LISTEN, and replaces it only after an error event.
test.each([
  ['a server that ends', 'SELECT pg_terminate_backend(pg_backend_pid())', '57P01'],
  ['a server that accepts no writes', 'BEGIN READ ONLY; CREATE TABLE t ()', '25006'],
])('emits one error for a connection to %s, and removes it from the pool', async (_, text, code) => {
  const client = await pool.connect();
  const errors: unknown[] = [];
  client.on('error', (error) => errors.push(error));
  try {
    await expect(client.query(text)).rejects.toMatchObject({ code });
    expect(errors).toEqual([expect.objectContaining({ code })]);
    await expect(client.query('SELECT 1')).rejects.toThrow(/not queryable/);
  } finally {
    client.release();
  }
  expect((await pool.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
});
