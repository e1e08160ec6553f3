import { readdirSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/temporary-folder';

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

/** As much of S3 as a store of recordings meets: PUT that never overwrites, HEAD, GET of a range. */
class Bucket {
  readonly objects = new Map<string, Buffer>();
  readonly requests: string[] = [];
  /** PUTs that meet another one under way, which then fails. */
  conflicts = 0;
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    this.requests.push(`${request.method ?? ''} ${path}`);
    const object = this.objects.get(path);
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=an-id/')) {
      response.writeHead(403).end();
    } else if (request.method === 'PUT' && this.conflicts > 0) {
      this.conflicts -= 1;
      response.writeHead(409).end();
    } else if (request.method === 'PUT') {
      const taken = object !== undefined && request.headers['if-none-match'] === '*';
      if (!taken) this.objects.set(path, Buffer.concat(chunks));
      response.writeHead(taken ? 412 : 200).end();
    } else if (!object) response.writeHead(404).end();
    else {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      const part = from === undefined ? object : object.subarray(Number(from), Number(to) + 1);
      response.writeHead(from === undefined ? 200 : 206, { 'Content-Length': part.length });
      response.end(request.method === 'HEAD' ? undefined : part);
    }
  }
}

const folder = temporaryFolder();
const bucket = new Bucket();
let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start({
    DATA_DIR: folder.path,
    PUBLIC_URL: 'https://calls.example.com',
    S3_ENDPOINT: await bucket.start(),
    S3_BUCKET: 'talks',
    S3_PREFIX: '/aics/',
    S3_ACCESS_KEY_ID: 'an-id',
    S3_SECRET_ACCESS_KEY: 'a-secret',
  });
});
afterAll(async () => {
  await service.stop();
  bucket.stop();
  folder.remove();
});

/** A call that has ended, with its recording at the address of the service. */
async function recordedCall(): Promise<{ readonly id: string; readonly url: string }> {
  const account = await service.account();
  const agent_id = await makeAgent(service, account);
  const { body } = await service.http(account).post('/calls').send({ agent_id, phone_number: number() });
  const { id, recording_url } = await eventually(async () => {
    const { body: call } = await service
      .http(account)
      .get(`/calls/${body.id as string}`)
      .expect(200);
    expect(call.recording_url).toMatch(/^https:\/\/calls\.example\.com\/recordings\//);
    return call as { id: string; recording_url: string };
  });
  return { id, url: recording_url.replace('https://calls.example.com', service.origin) };
}

test('stores a recording whose upload met another one', async () => {
  const { id, url } = await recordedCall();
  bucket.conflicts = 2;
  expect((await fetch(url)).status).toBe(200);
  expect(bucket.objects.has(`/talks/aics/${id}.wav`)).toBe(true);
  bucket.objects.clear();
  bucket.requests.splice(0);
});

test('stores recordings in the bucket, with links below PUBLIC_URL', async () => {
  const { id, url } = await recordedCall();
  const first = await fetch(url);
  const bytes = Buffer.from(await first.arrayBuffer());
  expect(first.status).toBe(200);
  expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
  expect([...bucket.objects.keys()]).toEqual([`/talks/aics/${id}.wav`]);
  expect(bucket.objects.get(`/talks/aics/${id}.wav`)?.equals(bytes)).toBe(true);
  const part = await fetch(url, { headers: { Range: 'bytes=44-1043' } });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(44, 1_044))).toBe(true);
  expect(bucket.requests.filter((request) => request.startsWith('PUT'))).toHaveLength(1);
  expect(readdirSync(join(folder.path, 'recordings', 'unfinished'))).toEqual([]);
  bucket.stop();
  const gone = await fetch(url);
  expect([gone.status, ((await gone.json()) as { error: { code: string } }).error.code]).toEqual([
    500,
    'internal_error',
  ]);
});
