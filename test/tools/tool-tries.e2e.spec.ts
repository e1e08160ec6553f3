import { Webhook } from 'standardwebhooks';
import { type TestAccount, TestApp } from '../harness/app';
import { answerJson, ToolServer } from '../harness/tool-server';

type Json = Record<string, any>;

let server: ToolServer;
let url: string;
let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  server = new ToolServer();
  url = await server.start();
  service = await TestApp.start({ TOOLS_ALLOW_CIDRS: '127.0.0.0/8', TOOLS_ALLOW_HTTP: 'true' });
});
afterAll(async () => {
  await service.stop();
  await server.stop();
});
beforeEach(async () => {
  account = await service.account();
  server.requests.length = 0;
  server.answer = answerJson({ status: 'shipped' });
});

const http = () => service.http(account);
const tool = (fields: object = {}) => ({
  kind: 'http',
  name: 'order_status',
  description: 'Reads an order.',
  url: `${url}/orders`,
  ...fields,
});
const make = async (fields: object = {}) =>
  (await http().post('/tools').send(tool(fields)).expect(201)).body as Json;
const tried = async (fields: object, sent: object = {}) => {
  const { id } = await make(fields);
  return (await http().post(`/tools/${id}/try`).send({ arguments: sent }).expect(200)).body as Json;
};

describe('POST /tools/{id}/try', () => {
  it('sends one signed request', async () => {
    const { id, secret } = await make();
    const { body } = await http().post(`/tools/${id}/try`).send({}).expect(200);
    expect(body).toMatchObject({
      object: 'tool_invocation',
      call_id: null,
      status: 'succeeded',
      result: { status: 'shipped' },
      attempts: 1,
    });
    const [request] = server.requests;
    expect(request?.json).toMatchObject({
      id: body.id,
      object: 'tool_invocation',
      tool: { id, name: 'order_status' },
      call: null,
    });
    expect(request?.headers).toMatchObject({ 'idempotency-key': body.id, 'webhook-id': body.id });
    const headers = request?.headers as Record<string, string>;
    expect(() => new Webhook(secret).verify(request?.body ?? '', headers)).not.toThrow();
    const rotated = (
      await http().post(`/tools/${id}/rotate-secret`).send({ previous_valid_for_seconds: 60 }).expect(200)
    ).body;
    await http().post(`/tools/${id}/try`).send({}).expect(200);
    expect(server.requests[1]?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
    expect(rotated.secret).not.toBe(secret);
  });

  it('inserts arguments into the URL, converted and encoded', async () => {
    const parameters = {
      type: 'object',
      properties: { order_id: { type: 'string' }, count: { type: 'integer' } },
      required: ['order_id'],
    };
    const get = {
      method: 'GET',
      effect: 'read',
      url: `${url}/orders/{order_id}?phone={phone}`,
      parameters,
      fixed_arguments: { phone: '{{phone_number}}' },
    };
    const { status } = await tried(get, { order_id: 'a/b', count: '3', phone: '+91' });
    expect(status).toBe('succeeded');
    expect(server.requests[0]).toMatchObject({
      method: 'GET',
      path: '/orders/a%2Fb?phone=%2B91&count=3',
      body: '',
    });
  });

  it.each<[string, object]>([
    ['.. in the URL', { order_id: '..' }],
    ['an unknown argument', { order_id: '1', x: 1 }],
    ['a missing argument', {}],
  ])('does not send %s', async (_, sent) => {
    const parameters = {
      type: 'object',
      properties: { order_id: { type: 'string' } },
      required: ['order_id'],
    };
    const answer = await tried({ url: `${url}/{order_id}`, parameters }, sent);
    expect(answer).toMatchObject({ status: 'invalid', attempts: 0 });
    expect(server.requests).toEqual([]);
  });

  it('shows no fixed arguments when others do not fit', async () => {
    const answer = await tried({ fixed_arguments: { phone: '{{phone_number}}' } }, { phone: '+91', x: 1 });
    expect(answer).toMatchObject({ status: 'invalid', arguments: { x: 1 } });
    expect(answer['arguments']).not.toHaveProperty('phone');
  });

  it.each<[string, ToolServer['answer'], object]>([
    [
      'a redirect',
      (response) => response.writeHead(302, { Location: 'http://169.254.169.254/' }).end(),
      { code: 'refused_status', status_code: 302 },
    ],
    ['an error', answerJson({ why: 'gone' }, 404), { code: 'refused_status', status_code: 404 }],
    [
      'compression',
      (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end('x'),
      { code: 'bad_answer' },
    ],
    ['too much', (response) => response.writeHead(200).end('x'.repeat(70_000)), { code: 'bad_answer' }],
    [
      'no UTF-8',
      (response) => response.writeHead(200).end(Buffer.from([0xff, 0xfe])),
      { code: 'bad_answer' },
    ],
    ['a lost connection', (response) => void response.destroy(), { code: 'connection_failed' }],
  ])('reports a failure for %s', async (_, answer, error) => {
    server.answer = answer;
    expect(await tried({})).toMatchObject({ status: 'failed', attempts: 1, error });
  });

  it('repeats a read whose connection failed once', async () => {
    let count = 0;
    server.answer = (response, request) => {
      count += 1;
      if (count === 1) response.destroy();
      else answerJson({ ok: true })(response, request);
    };
    expect(await tried({ effect: 'read' })).toMatchObject({ status: 'succeeded', attempts: 2 });
    const [first, second] = server.requests;
    expect([first?.json['attempt'], second?.json['attempt']]).toEqual([1, 2]);
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  });

  it.each([1.0005, 2.01])('sends a timeout of %s seconds', async (timeout_seconds) => {
    expect(await tried({ timeout_seconds })).toMatchObject({ status: 'succeeded' });
  });

  it('times out', async () => {
    server.answer = () => undefined;
    expect(await tried({ timeout_seconds: 1 })).toMatchObject({
      status: 'timed_out',
      error: { code: 'timed_out' },
    });
  });

  it.each<[string, ToolServer['answer'], unknown]>([
    ['an object', answerJson({ why: 'gone' }, 404), { why: 'gone' }],
    ['a text', answerJson('gone', 404), 'gone'],
    ['1,000 characters', answerJson('x'.repeat(2_000), 404), 'x'.repeat(1_000)],
    ['no text that is JSON by chance', (response) => response.writeHead(404).end('404'), null],
    ['no page', (response) => response.writeHead(404).end('<html>'), null],
  ])('returns %s of an error in JSON', async (_, answer, result) => {
    server.answer = answer;
    expect(await tried({})).toMatchObject({ status: 'failed', error: { code: 'refused_status' }, result });
  });

  it('returns a body that is no JSON as text, for any content type', async () => {
    server.answer = (response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"status": shipped}');
    expect(await tried({})).toMatchObject({
      status: 'succeeded',
      result: '{"status": shipped}',
      error: null,
      attempts: 1,
    });
  });

  it.each([
    ['an object', '{"status": "shipped"}', { status: 'shipped' }],
    ['a list', ' ["shipped"]', ['shipped']],
    ['no text that is JSON by chance', '404', '404'],
    ['no text that names null', 'null', 'null'],
  ])('parses %s whose type is text', async (_, body, result) => {
    server.answer = (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end(body);
    expect(await tried({})).toMatchObject({ status: 'succeeded', result });
  });

  it('returns text without control characters, truncated', async () => {
    server.answer = (response) =>
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`a\u0007b\n${'x'.repeat(5_000)}`);
    const { result } = await tried({});
    expect(result).toMatch(/^ab x+$/);
    expect(result).toHaveLength(4_000);
  });
});
