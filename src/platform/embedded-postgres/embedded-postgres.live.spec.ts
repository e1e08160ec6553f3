import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { StartupError } from '../startup-error';
import { copyCluster } from '../../../test/fakes/database/copy-cluster.mjs';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres';
import type { Use } from './usage';

let folder: string;
let watchdog: ChildProcess;
const started: EmbeddedPostgres[] = [];

async function start(dataDir: string, use: Use = 'service'): Promise<EmbeddedPostgres> {
  const settings = { fsync: 'off', full_page_writes: 'off' };
  const postgres = await startEmbeddedPostgres({ dataDir, use, settings });
  started.push(postgres);
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row)[0]);
  } finally {
    await client.end();
  }
}

async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const text = await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8').catch(() => '');
  return text === '' ? undefined : parseInt(text, 10);
}

async function problemOf(dataDir: string): Promise<string> {
  const problem: unknown = await start(dataDir).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(StartupError);
  const { message } = problem as StartupError;
  expect(message).not.toContain('\n');
  return message;
}

beforeAll(async () => {
  // Contains a space, and is longer than the path of a Unix socket may be.
  const root = await mkdtemp(join(tmpdir(), 'ai-calling-spec '));
  folder = join(root, 'x'.repeat(120));
  await mkdir(folder);
  // Cleans up after a Ctrl-C.
  watchdog = spawn('/bin/sh', ['test/harness/postgres-watchdog.sh', root], {
    cwd: join(__dirname, '../../..'),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
});

afterEach(async () => {
  for (const postgres of started.splice(0)) await postgres.stop();
});

afterAll(async () => {
  watchdog.stdin?.end();
  await once(watchdog, 'exit');
});

describe('EmbeddedPostgres', () => {
  const dataDir = () => join(folder, 'data');

  it('creates the folder at the first start, and reuses it later', async () => {
    const first = await start(dataDir());
    await query(first.url, 'CREATE TABLE fact AS SELECT 42 AS answer');
    await first.stop();
    expect(await postmasterOf(dataDir())).toBeUndefined();

    const second = await start(dataDir());
    expect(await query(second.url, 'SELECT answer FROM fact')).toEqual([42]);
    expect(await readdir(dataDir())).toEqual(['postgres', 'postgres.log']);
  });

  it('calls `onLaunched` once its server runs, while the service loads its modules', async () => {
    const onLaunched = jest.fn();
    started.push(await startEmbeddedPostgres({ dataDir: dataDir(), use: 'service', onLaunched }));
    expect(onLaunched).toHaveBeenCalledTimes(1);
  });

  it('sorts by code point, in UTF-8, with UTC', async () => {
    const { url } = await start(dataDir());
    const sql = `SELECT current_setting(name) FROM unnest(ARRAY['server_encoding', 'TimeZone', 'listen_addresses']) name
      UNION ALL SELECT datlocale FROM pg_database WHERE datname = current_database()`;
    expect(await query(url, sql)).toEqual(['UTF8', 'UTC', '127.0.0.1', 'C.UTF-8']);
  });

  it('requires its password, which only its owner may read', async () => {
    const { url } = await start(dataDir());
    const stranger = new URL(url);
    stranger.password = 'guessed';
    await expect(query(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
    expect((await stat(join(dataDir(), 'postgres'))).mode & 0o077).toBe(0);
    expect((await stat(join(dataDir(), 'postgres/ai-calling-password'))).mode & 0o077).toBe(0);
  });

  it('does not log what clients send', async () => {
    const { url } = await start(dataDir());
    await expect(query(url, `SELECT '+919812345678'::uuid`)).rejects.toThrow('invalid input syntax');
    await query(url, `DO $$ BEGIN RAISE WARNING '+919812345678'; END $$`);
    expect(await readFile(join(dataDir(), 'postgres.log'), 'utf8')).not.toContain('9812345678');
  });

  it('allows one service, and commands beside it', async () => {
    const service = await start(dataDir());
    expect(await problemOf(dataDir())).toContain(`Another service (pid ${process.pid}) runs on ${dataDir()}`);

    const command = await start(dataDir(), 'command');
    expect(command.url).toBe(service.url);
    await command.stop();
    expect(await query(service.url, 'SELECT 1')).toEqual([1]);
  });

  it('continues after a command for a service that started meanwhile, and stops with its last user', async () => {
    const command = await start(dataDir(), 'command');
    const service = await start(dataDir());
    await command.stop();
    expect(await query(service.url, 'SELECT 1')).toEqual([1]);
    await service.stop();
    await service.stop();
    expect(await postmasterOf(dataDir())).toBeUndefined();
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'returns at the same address after a %s of PostgreSQL',
    async (signal) => {
      const { url } = await start(dataDir());
      // A session that does not end by itself, like those of a pool.
      const session = new Client({ connectionString: url });
      session.on('error', () => undefined);
      await session.connect();
      const killed = (await postmasterOf(dataDir()))!;
      process.kill(killed, signal);
      let answer: unknown[] = [];
      for (let tries = 0; tries < 100 && answer.length === 0; tries += 1) {
        await sleep(50);
        answer = await query(url, 'SELECT 1').catch(() => []);
      }
      expect(answer).toEqual([1]);
      expect(await postmasterOf(dataDir())).not.toBe(killed);
    },
  );

  it('returns within 2 s once its disk can be used again, however long it could not', async () => {
    const postgres = await start(dataDir());
    const away = join(folder, 'data away');
    process.kill((await postmasterOf(dataDir())) ?? 0, 'SIGKILL');
    await rename(join(dataDir(), 'postgres'), away);
    // Longer than the backoff grows.
    await sleep(6_000);
    await expect(query(postgres.url, 'SELECT 1')).rejects.toThrow();
    await rename(away, join(dataDir(), 'postgres'));
    const began = performance.now();
    for (;;) {
      if (await query(postgres.url, 'SELECT 1').catch(() => null)) break;
      await sleep(20);
    }
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('starts over a lock file that names another program by now', async () => {
    await writeFile(
      join(dataDir(), 'postgres/postmaster.pid'),
      `${process.pid}\n/gone\n1\n5432\n\n127.0.0.1\n 1 2\nready   \n`,
    );
    const { url } = await start(dataDir());
    expect(await query(url, 'SELECT 1')).toEqual([1]);
  });

  it('starts over a lock file that a power cut emptied', async () => {
    await writeFile(join(dataDir(), 'postgres/postmaster.pid'), '');
    const { url } = await start(dataDir());
    expect(await query(url, 'SELECT 1')).toEqual([1]);
  });

  it('runs a server for a copy of its folder that was made meanwhile', async () => {
    const original = await start(dataDir());
    const copy = join(folder, 'copy');
    const nothing = /^$/u;
    copyCluster(dataDir(), copy, nothing);
    await chmod(join(copy, 'postgres'), 0o755);
    expect((await start(copy)).url).not.toBe(original.url);
    expect(await query(original.url, 'SELECT 1')).toEqual([1]);
  });
});

it('starts for one of several services that start at once on nothing', async () => {
  const dataDir = join(folder, 'contested');
  const results = await Promise.allSettled([start(dataDir), start(dataDir), start(dataDir)]);
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
  expect(refusals).toEqual(Array(2).fill(expect.stringContaining('Another service')));
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
});

it('removes what a killed first start left', async () => {
  const dataDir = join(folder, 'interrupted');
  // A process id above any system's limit.
  await mkdir(join(dataDir, 'postgres.new-99999999-abcdef/cluster'), { recursive: true });
  await start(dataDir);
  expect(await readdir(dataDir)).toEqual(['postgres', 'postgres.log']);
});

describe('an unusable folder is unchanged, with the reason in the message,', () => {
  it('when it is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expect(await problemOf(file)).toBe(`${file} is not a folder: move it away, or choose another DATA_DIR.`);
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('where no folder can be made', async () => {
    expect(await problemOf('/proc/none')).toMatch(
      /^\/proc\/none cannot be used \(ENOENT.*another DATA_DIR\.$/,
    );
  });

  it('when it is of another version', async () => {
    const dataDir = join(folder, 'old');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '17\n');
    expect(await problemOf(dataDir)).toContain('was made by PostgreSQL 17, this service brings 18');
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['PG_VERSION']);
  });

  it('when it has other content', async () => {
    const dataDir = join(folder, 'foreign');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/thesis.txt'), '');
    expect(await problemOf(dataDir)).toContain('holds files, but no PostgreSQL');
    expect(await readdir(join(dataDir, 'postgres'))).toEqual(['thesis.txt']);
  });

  it('when its PostgreSQL is another product', async () => {
    const dataDir = join(folder, 'theirs');
    await mkdir(join(dataDir, 'postgres'), { recursive: true });
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), '18\n');
    expect(await problemOf(dataDir)).toContain('ai-calling-password is missing');
  });
});
