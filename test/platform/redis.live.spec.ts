import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { setDefaultBackendFactory } from 'bullmq';
import { Redis } from 'ioredis';
import { RedisSlidingLog } from '../../src/platform/http/rate-limit/shared-logs';
import { openQueueBackend } from '../../src/platform/queues/queue-backend';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { BuiltService } from '../harness/built-service';
import { freePort } from '../harness/free-port';

/** The same queues and processors on Redis, where there is one to try them on. */
const describeWithRedis = redisIsInstalled() ? describe : describe.skip;

describeWithRedis('with REDIS_URL', () => {
  let redis: ChildProcess;
  let folder: string;
  let url: string;
  let service: TestApp;

  beforeAll(async () => {
    const port = await freePort();
    url = `redis://127.0.0.1:${port}`;
    folder = mkdtempSync(join(tmpdir(), 'aics-redis-'));
    redis = spawn(
      'redis-server',
      ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      { stdio: 'ignore' },
    );
    await eventually(() => canConnect(port));
    service = await TestApp.start({ REDIS_URL: url });
  });

  afterAll(async () => {
    await service.stop();
    setDefaultBackendFactory();
    redis.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  test('runs a call from start to end', async () => {
    const account = await service.account();
    const agent_id = await makeAgent(service, account);
    const { body } = await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number() })
      .expect(200);
    await eventually(async () => {
      const read = await service.http(account).get(`/calls/${body.id}`);
      expect(read.body.outcome).toMatchObject({ disposition: 'Interested' });
    });
  });

  test('counts what was admitted before the clock was set back for one more window', async () => {
    const connection = new Redis(url);
    const log = new RedisSlidingLog(connection);
    const bound = { max: 4, windowMs: 60_000 };
    for (const at of [0, 10, 20]) await log.admit('back', 50_000_000 + at, bound);
    const now = 10_000_000;
    const admitted = { admitted: true, remaining: 0, resetMs: 60_000 };
    expect(await log.admit('back', now, bound)).toEqual(admitted);
    expect(await log.admit('back', now + 59_999, bound)).toMatchObject({ admitted: false, resetMs: 1 });
    expect(await log.admit('back', now + 60_000, bound)).toMatchObject({ admitted: true, remaining: 3 });
    await connection.quit();
  });

  test('limits exactly, and in this process while Redis is unavailable', async () => {
    const account = await service.account();
    const statuses = await Promise.all(
      Array.from({ length: 310 }, async () => (await service.http(account).get('/credits')).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    redis.kill('SIGSTOP');
    await service.http(account).get('/credits').expect(200);
    redis.kill('SIGCONT');
  });

  test('continues calls when Redis has lost everything', async () => {
    const account = await service.account();
    const agent_id = await makeAgent(service, account);
    execFileSync('redis-cli', ['-u', url, 'flushall'], { stdio: 'ignore' });
    const { body } = await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number('0002') })
      .expect(200);
    execFileSync('redis-cli', ['-u', url, 'flushall'], { stdio: 'ignore' });
    await eventually(async () => {
      const read = await service.http(account).get(`/calls/${body.id}`);
      expect(read.body.status).toBe('busy');
    });
  });
});

describeWithRedis('a process ends', () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)('after SIGTERM while Redis is away by %s', async (signal) => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'aics-redis-'));
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder];
    const redis = spawn('redis-server', options, { stdio: 'ignore' });
    await eventually(() => canConnect(port));
    const service = new BuiltService({
      DATA_DIR: join(folder, 'data'),
      REDIS_URL: `redis://127.0.0.1:${port}`,
      DRAIN_SECONDS: '1',
    });
    try {
      const origin = await service.ready();
      const key = /aics_\w{38}/u.exec(service.output)?.[0] ?? '';
      redis.kill(signal);
      // Its reminder waits for Redis.
      const response = await fetch(`${origin}/v1/calls`, {
        method: 'POST',
        headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
        body: JSON.stringify({ phone_number: number() }),
      });
      expect(response.status).toBe(200);
      service.kill('SIGTERM');
      expect(await Promise.race([service.ended, setTimeout(20_000, 'late', { ref: false })])).toBe(0);
    } finally {
      service.kill('SIGKILL');
      redis.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describeWithRedis('a start is refused', () => {
  let folder: string;
  const servers: ChildProcess[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'aics-redis-'));
  });
  afterEach(() => {
    for (const server of servers.splice(0)) server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** Resolves with the URL of a server once it answers. */
  async function run(file: string, ...words: string[]): Promise<string> {
    const port = await freePort();
    const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
    // Its own choice is 10,000 above, where outgoing connections of others may be.
    const bus = words.includes('--cluster-enabled') ? ['--cluster-port', String(await freePort())] : [];
    servers.push(spawn('redis-server', [file, ...own, ...bus, ...words], { stdio: 'ignore' }));
    await eventually(() => canConnect(port));
    return `redis://127.0.0.1:${port}`;
  }

  const config = (name: string) => {
    const file = join(folder, name);
    writeFileSync(file, '');
    return file;
  };

  test.each([
    ['a Sentinel', ['--sentinel'], /^REDIS_URL leads to a Redis Sentinel/u],
    ['a node of a cluster', ['--cluster-enabled', 'yes'], /^REDIS_URL leads to a node of a Redis Cluster/u],
    ['a replica', ['--replicaof', '127.0.0.1', '1'], /^REDIS_URL leads to a replica/u],
  ])('for %s', async (_, words, message) => {
    const url = await run(config('redis.conf'), ...words);
    await expect(openQueueBackend('postgres://unused', url)).rejects.toThrow(message);
  });

  test('for a database that it does not have', async () => {
    const url = `${await run(config('redis.conf'))}/99`;
    await expect(openQueueBackend('postgres://unused', url)).rejects.toThrow(/^REDIS_URL names database 99/u);
  });

  test.each([
    ['without a password', ''],
    ['with a wrong password', ':wrong@'],
  ])('of a Redis that refuses a URL %s', async (_, user) => {
    const url = await run(config('redis.conf'), '--requirepass', 'right');
    await expect(openQueueBackend('postgres://unused', url.replace('//', `//${user}`))).rejects.toThrow(
      /^REDIS_URL: the Redis there refuses this process \((?:NOAUTH|WRONGPASS) /u,
    );
  });

  test('when nothing responds', async () => {
    const url = `redis://127.0.0.1:${await freePort()}`;
    await expect(openQueueBackend('postgres://unused', url)).rejects.toThrow(/^REDIS_URL: no Redis answers/u);
  });
});

function redisIsInstalled(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function canConnect(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.end();
      resolve();
    });
    socket.once('error', reject);
  });
}
