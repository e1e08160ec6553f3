import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { type TestAccount, TestApp } from '../harness/app';
import { McpToolServer, tool as mcpTool } from '../harness/mcp-tool-server';
import { ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;
type Send = (response: ServerResponse) => unknown;

const MB = 1_048_576;
const ZEROS = Buffer.alloc(10 * MB);
/** A member of gzip; as many as one likes are one body. */
const MEMBER = gzipSync(ZEROS);
/** What the service may keep of all answers together, server included. */
const MAX_GROWTH_BYTES = 64 * MB;
const AT_ONCE = 15;

let server: ToolServer;
let mcp: McpToolServer;
let service: TestApp;
let account: TestAccount;
let ids: Readonly<Record<'http' | 'mcp', string>>;

beforeAll(async () => {
  server = new ToolServer();
  mcp = new McpToolServer();
  mcp.tools = [mcpTool('book')];
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
  account = await service.account();
  const make = async (fields: object) =>
    (
      await service
        .http(account)
        .post('/tools')
        .send({ timeout_seconds: 1, ...fields })
        .expect(201)
    ).body.id as string;
  ids = {
    http: await make({ kind: 'http', name: 'look', description: 'Looks.', url: await server.start() }),
    mcp: await make({ kind: 'mcp', name: 'clinic', url: await mcp.start(), allowed_tools: ['book'] }),
  };
  await service.http(account).post(`/tools/${ids.mcp}/refresh`).expect(200);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([server.stop(), mcp.stop()]);
});

/** One use. */
async function tried(kind: 'http' | 'mcp', send: Send): Promise<Json> {
  server.answer = (response) => void send(response);
  mcp.misbehave = (response, { message }) => {
    if (message['method'] !== 'tools/call') return false;
    send(response);
    return true;
  };
  const body = kind === 'mcp' ? { function: 'book' } : {};
  return (await service.http(account).post(`/tools/${ids[kind]}/try`).send(body).expect(200)).body as Json;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const whole =
  (encoding: string, body: Buffer, status = 200): Send =>
  (response) =>
    response.writeHead(status, { ...JSON_TYPE, 'Content-Encoding': encoding }).end(body);
/** Sends `piece` `times` times as fast as it is read, or until the other side closes. */
const often =
  (headers: object, piece: Buffer, times: number, status = 200): Send =>
  (response) => {
    response.writeHead(status, { ...JSON_TYPE, ...headers });
    pipeline(Readable.from(new Array<Buffer>(times).fill(piece)), response, () => undefined);
  };
/** A byte each 50 ms, for as long as the other side reads. */
const dripping =
  (head: (response: ServerResponse) => void, piece: string): Send =>
  (response) => {
    head(response);
    const timer = setInterval(() => response.socket?.write(piece), 50);
    response.socket?.once('close', () => {
      clearInterval(timer);
    });
  };

const BAD = { status: 'failed', error: { code: 'bad_answer' } };
const REFUSED = { status: 'failed', error: { code: 'refused_status', status_code: 500 } };
const LATE = { status: 'timed_out', error: { code: 'timed_out' } };

describe.each(['http', 'mcp'] as const)('a response to a tool of the kind %s', (kind) => {
  beforeEach(() => service.advance(60_000));

  it.each<[string, Send, object]>([
    ['10 MB in gzip', whole('gzip', MEMBER), BAD],
    ['10 MB in brotli', whole('br', brotliCompressSync(ZEROS)), BAD],
    ['10 MB in deflate', whole('deflate', deflateSync(ZEROS)), BAD],
    ['10 MB in gzip within gzip', whole('gzip, gzip', gzipSync(MEMBER)), BAD],
    ['10 MB in an encoding in capitals', whole('GZIP', MEMBER), BAD],
    ['10 MB in gzip that a list hides', whole('identity, x-gzip', MEMBER), BAD],
    ['10 MB in gzip that no header names', whole('identity', MEMBER), BAD],
    ['1 GB in gzip', often({ 'Content-Encoding': 'gzip' }, MEMBER, 103), BAD],
    ['1 GB of zeros', often({}, ZEROS, 103), BAD],
    ['10 MB in gzip with an error', whole('gzip', MEMBER, 500), REFUSED],
    ['1 GB in gzip with an error', often({ 'Content-Encoding': 'gzip' }, MEMBER, 103, 500), REFUSED],
    ['1 GB of zeros with an error', often({}, ZEROS, 103, 500), REFUSED],
    [
      'less than its length',
      (response) => {
        response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '1000' }).write('{"a"');
        setTimeout(() => response.destroy(), 20);
      },
      { status: 'failed', error: { code: 'connection_failed' } },
    ],
    [
      'a length above the limit',
      (response) => response.writeHead(200, { ...JSON_TYPE, 'Content-Length': '4000000000' }).write('{'),
      BAD,
    ],
    [
      'two lengths',
      (response) =>
        response.socket?.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 70000\r\n\r\n{}'),
      BAD,
    ],
    [
      'a coding of the transfer',
      (response) => {
        response.socket?.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n');
        const size = Buffer.from(`${MEMBER.length.toString(16)}\r\n`);
        response.socket?.end(Buffer.concat([size, MEMBER, Buffer.from('\r\n0\r\n\r\n')]));
      },
      BAD,
    ],
    [
      'bytes that drip',
      dripping((response) => void response.writeHead(200, JSON_TYPE).write('{'), '1\r\n \r\n'),
      LATE,
    ],
    [
      'headers that drip',
      dripping((response) => response.socket?.write('HTTP/1.1 200 OK\r\nA: '), 'a'),
      LATE,
    ],
    ['1xx without end', dripping(() => undefined, 'HTTP/1.1 103 Early Hints\r\n\r\n'), LATE],
    ['no HTTP', (response) => response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n'), BAD],
    [
      'a second answer in the first',
      (response) => response.socket?.end('HTTP/1.1 200 OK\r\nHTTP/1.1 200 OK\r\n'.repeat(9_000)),
      BAD,
    ],
    [
      'headers without end',
      (response) => response.socket?.write(`HTTP/1.1 200 OK\r\n${`A: ${'a'.repeat(1_000)}\r\n`.repeat(300)}`),
      BAD,
    ],
  ])('is bounded with %s', async (_, send, expected) => {
    const began = performance.now();
    expect(await tried(kind, send)).toMatchObject({ ...expected, attempts: 1 });
    expect(performance.now() - began).toBeLessThan(3_000);
  });

  it('is bounded in memory for any number of servers at once', async () => {
    // A busy machine needs more than a second for all of them.
    await service.http(account).patch(`/tools/${ids[kind]}`).send({ timeout_seconds: 10 }).expect(200);
    const used = () => {
      const { heapUsed, external } = process.memoryUsage();
      return heapUsed + external;
    };
    const before = used();
    let peak = before;
    const watch = setInterval(() => (peak = Math.max(peak, used())), 5);
    const bomb = often({ 'Content-Encoding': 'gzip' }, MEMBER, 103);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => tried(kind, bomb)));
    clearInterval(watch);
    for (const answer of answers) expect(answer).toMatchObject(BAD);
    expect(peak - before).toBeLessThan(MAX_GROWTH_BYTES);
  });
});
