import { AsyncLocalStorage } from 'node:async_hooks';
import type { Client, Pool } from 'pg';
import { DataSource } from 'typeorm';
import { SCOPES, type Scope } from '../../src/platform/http/scopes';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { DECIDED } from '../harness/decided-scopes';
import { documentOf } from '../harness/document';
import { type Json, HumanCallTests } from '../harness/human-calls';

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start({ WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEBHOOK_ALLOW_HTTP: 'true' });
});
afterAll(() => service.stop());

/** Sends a request as it stands; bodies where the method has one. */
async function send(key: string, route: string, body: unknown = {}): Promise<{ status: number; body: Json }> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${service.origin}/v1${path}`, {
    method,
    headers: { 'X-API-Key': key, ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }) },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Json };
}

/** Records the statements of a request, in order. */
class Asked {
  readonly #requests = new AsyncLocalStorage<string[]>();
  #last: string[] = [];

  constructor({ app }: TestApp) {
    const server = app.getHttpServer();
    const emit = server.emit.bind(server);
    jest.spyOn(server, 'emit').mockImplementation((name: string, ...args: unknown[]) => {
      if (name !== 'request') return emit(name, ...args);
      this.#last = [];
      return this.#requests.run(this.#last, () => emit(name, ...args));
    });
    const requests = this.#requests;
    const { master } = app.get(DataSource).driver as unknown as {
      master: Pool & { Client: { prototype: Client } };
    };
    const { prototype } = master.Client;
    const query = prototype.query as (this: Client, ...args: unknown[]) => unknown;
    jest.spyOn(prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const [config] = args;
      requests.getStore()?.push(typeof config === 'string' ? config : (config as { text: string }).text);
      return query.apply(this, args) as undefined;
    });
  }

  /** Of the newest request. */
  get last(): readonly string[] {
    return this.#last;
  }
}

/** Every subset, the empty one included. */
function subsets(): Scope[][] {
  return Array.from({ length: 2 ** SCOPES.length }, (_, bits) => SCOPES.filter((_, at) => (bits >> at) & 1));
}

it('lists every route of the document in the decided table, and no other', () => {
  const routes = Object.entries(documentOf(service.app).paths)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.slice('/v1'.length)}`),
    );
  expect(routes.sort()).toEqual(Object.keys(DECIDED).sort());
});

it.each(subsets().map((scopes) => [scopes.join(' ') || 'no scope', scopes] as const))(
  'allows a key with %s the decided routes alone',
  async (_, scopes) => {
    const { key } = await service.account({ scopes });
    const wrong: string[] = [];
    for (const [route, enough] of Object.entries(DECIDED)) {
      const { status, body } = await send(key, route.replace('{number}', '+919876540008'));
      const refused = body['error']?.code === 'insufficient_scope';
      const may = enough.some((scope) => scopes.includes(scope));
      if (refused === may || refused !== (status === 403)) wrong.push(`${route} ${status}`);
      if (refused && !enough.includes(body['error'].details.required_scope))
        wrong.push(`${route} required_scope`);
    }
    expect(wrong).toEqual([]);
  },
);

describe('resources of another account', () => {
  let owner: TestAccount;
  let other: TestAccount;
  let calls: HumanCallTests;
  let asked: Asked;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    owner = await service.account();
    other = await service.account();
    calls = new HumanCallTests(service, owner);
    const made = async (route: string, body: object) => (await send(owner.key, route, body)).body;
    const agent = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
    ids['agents'] = (await made('POST /agents', agent))['id'];
    await made('PUT /webhook', { url: 'http://127.0.0.1:9/hook' });
    const later = { scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString() };
    ids['calls'] = (await made('POST /calls', { phone_number: '+919876540001', ...later }))['id'];
    ids['batches'] = (await made('POST /batches', { ...later, calls: [{ phone_number: '+919876540002' }] }))[
      'id'
    ];
    ids['counsellors'] = await calls.counsellor();
    ids['human-calls'] = (await calls.call({ counsellor_id: ids['counsellors'] }))['id'];
    const tool = {
      kind: 'http',
      name: 'orders',
      description: 'Reads orders.',
      url: 'https://example.com/orders',
    };
    ids['tools'] = (await made('POST /tools', tool))['id'];
    await made('PUT /do-not-call/+919876540008', {});
    ids['do-not-call'] = '+919876540008';
    ids['webhook'] = (await made('POST /webhook/test', {}))['event_id'];
    // The other account has an endpoint and an agent of its own: only the ids are not its own.
    await send(other.key, 'PUT /webhook', { url: 'http://127.0.0.1:9/hook' });
    await send(other.key, 'POST /agents', agent);
    asked = new Asked(service);
  });
  afterAll(() => {
    jest.restoreAllMocks();
  });

  const TEST = { name: 'Hello', talk: [{ contact: 'Haan ji.' }], expect: { ended_by: 'contact' } };
  /** Bodies that would succeed, so that nothing but the id can be at fault. */
  const BODIES: Readonly<Record<string, object>> = {
    'PATCH /agents/{id}': { name: 'Taken over' },
    'PATCH /counsellors/{id}': { name: 'Taken over' },
    'PUT /agents/{id}/tests': { tests: [TEST] },
    'POST /agents/{id}/tests/run': { tests: [TEST] },
    'PATCH /tools/{id}': { enabled: false },
    'POST /tools/{id}/try': { arguments: {} },
    'PUT /human-calls/{id}/disposition': { label: 'Taken over' },
  };
  const routes = Object.keys(DECIDED).filter(
    (route) => route.includes('{') && route !== 'PUT /do-not-call/{number}',
  );

  it.each(routes)('return 404 as if they did not exist, after the same work: %s', async (route) => {
    const id = ids[route.split('/')[1]!]!;
    const unknown = id.startsWith('+') ? '+919876540009' : `${id.slice(0, -4)}zzzz`;
    const theirs = await send(other.key, route.replace(/\{[^{}]*\}/, id), BODIES[route]);
    const forTheirs = [...asked.last];
    const nobodys = await send(other.key, route.replace(/\{[^{}]*\}/, unknown), BODIES[route]);
    expect(theirs.status).toBe(404);
    const told = ({ body: { error } }: { body: Json }) => ({
      ...JSON.parse(JSON.stringify(error).replaceAll(id, 'ID').replaceAll(unknown, 'ID')),
      request_id: '',
    });
    expect(told(theirs)).toEqual(told(nobodys));
    // Equal lengths, so the time does not reveal whether an id exists.
    expect(forTheirs.length).toBeGreaterThan(1);
    expect(asked.last).toEqual(forTheirs);
  });

  it('are rejected in bodies and as cursors, and found by no filter', async () => {
    const number = { phone_number: '+919876540003' };
    const status = async (route: string, body: object) => {
      const answer = await send(other.key, route, body);
      return [answer.status, answer.body['error']?.code];
    };
    expect(await status('POST /calls', { ...number, agent_id: ids['agents'] })).toEqual([
      404,
      'agent_not_found',
    ]);
    expect(await status('POST /batches', { calls: [number], agent_id: ids['agents'] })).toEqual([
      404,
      'agent_not_found',
    ]);
    expect(await status('PUT /settings/default-agent', { agent_id: ids['agents'] })).toEqual([
      404,
      'agent_not_found',
    ]);
    expect(await status('POST /human-calls', { ...number, counsellor_id: ids['counsellors'] })).toEqual([
      404,
      'counsellor_not_found',
    ]);
    const [transaction] = (await send(owner.key, 'GET /credits/transactions')).body['data'] as Json[];
    const [attempt] = (await send(owner.key, 'GET /webhook/deliveries')).body['data'] as Json[];
    const cursors: Record<string, string> = {
      calls: ids['calls']!,
      batches: ids['batches']!,
      'human-calls': ids['human-calls']!,
      'do-not-call': encodeURIComponent(ids['do-not-call']!),
      'credits/transactions': transaction!['id'],
      'webhook/deliveries': attempt!['id'],
    };
    for (const [list, id] of Object.entries(cursors)) {
      expect([list, ...(await status(`GET /${list}?starting_after=${id}`, {}))]).toEqual([
        list,
        400,
        'invalid_request',
      ]);
    }
    for (const query of [
      `calls?batch_id=${ids['batches']}`,
      `calls?agent_id=${ids['agents']}`,
      `human-calls?counsellor_id=${ids['counsellors']}`,
      `webhook/deliveries?event_id=${ids['webhook']}`,
    ]) {
      expect((await send(other.key, `GET /${query}`)).body).toMatchObject({ object: 'list', data: [] });
    }
  });

  it('stay unchanged', async () => {
    const read = async (path: string) => (await send(owner.key, `GET /${path}`)).body;
    expect(await read(`agents/${ids['agents']}`)).toMatchObject({ name: 'Asha', enabled: true });
    expect(await read(`calls/${ids['calls']}`)).toMatchObject({ status: 'queued' });
    expect(await read(`batches/${ids['batches']}`)).toMatchObject({ finished: 0 });
    expect(await read(`counsellors/${ids['counsellors']}`)).toMatchObject({
      name: 'Meera Nair',
      status: 'active',
    });
    expect(await read(`tools/${ids['tools']}`)).toMatchObject({ name: 'orders', enabled: true });
    expect(await read(`agents/${ids['agents']}/tests`)).toMatchObject({ tests: [] });
    expect(await read('do-not-call')).toMatchObject({ data: [{ phone_number: '+919876540008' }] });
    await eventually(async () => {
      expect(await read(`human-calls/${ids['human-calls']}`)).toMatchObject({
        status: 'completed',
        disposition: null,
      });
    });
  });
});
