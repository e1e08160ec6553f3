import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultBackendFactory } from 'bullmq';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
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

  test('a call goes the whole way', async () => {
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

  test('the rate limit is exact, and goes on in this process when Redis is away', async () => {
    const account = await service.account();
    const statuses = await Promise.all(
      Array.from({ length: 310 }, async () => (await service.http(account).get('/credits')).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(300);
    redis.kill('SIGSTOP');
    await service.http(account).get('/credits').expect(200);
    redis.kill('SIGCONT');
  });

  test('calls go on when Redis has forgotten everything', async () => {
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
