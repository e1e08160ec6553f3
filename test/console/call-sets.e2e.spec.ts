import request from 'supertest';
import { CallRowRepository } from '../../src/calls/infrastructure/call-row.repository';
import { makeAgent, number } from '../harness/builders';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let staff: SignedInPerson;
let agent: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'Asia/Kolkata', lines: 50 });
  staff = await tests.person(account.id, ['STAFF']);
  agent = await makeAgent(service, account);
});
afterAll(() => service.stop());

const http = (person = staff) => tests.http(person.headers);
const later = () => new Date(service.clock.nowMs() + 86_400_000).toISOString();
const waiting = async (fields: object = {}) =>
  (await service.api(account).post('/calls', { phone_number: number(), scheduled_for: later(), ...fields }))
    .id;
const status = async (id: string) => (await service.api(account).get(`/calls/${id}`)).status;
const cancel = async (body: object) => (await http().post('/calls/cancel').send(body).expect(200)).body;
const final = (id: string) =>
  eventually(async () => {
    const call = await service.api(account).get(`/calls/${id}`);
    expect(call.status === 'completed' ? call.outcome : call.ended_at).toBeTruthy();
  });

describe('POST calls/cancel', () => {
  it('cancels the listed calls that wait, reports how many did not, and announces each once', async () => {
    const [one, two, three] = [await waiting(), await waiting(), await waiting()];
    const over = (await service.api(account).post('/calls', { phone_number: number('0002') })).id;
    await final(over);
    const other = await service.account();
    await makeAgent(service, other);
    const foreign = (
      await service.api(other).post('/calls', { phone_number: number(), scheduled_for: later() })
    ).id;
    const answer = await cancel({ ids: [one, two, two, over, foreign, 'call_none'] });
    expect(answer).toEqual({ object: 'canceled_calls', canceled: 2, not_cancelable: 3, more: false });
    expect([await status(one), await status(two), await status(three)]).toEqual([
      'canceled',
      'canceled',
      'queued',
    ]);
    expect((await service.api(other).get(`/calls/${foreign}`)).status).toBe('queued');
    const { data } = await service.api(account).get(`/calls/${one}/timeline`);
    expect(data.map(({ type }) => type)).toContain('canceled');
    expect(await cancel({ ids: [one] })).toMatchObject({ canceled: 0, not_cancelable: 1 });
    await cancel({ filter: {} });
  });

  it('cancels the waiting calls of a filter', async () => {
    const mine = await waiting({ contact: { external_id: 'lead-9' } });
    const others = [await waiting(), await waiting()];
    expect(await cancel({ filter: { q: 'lead-9' } })).toMatchObject({ canceled: 1, more: false });
    expect(await status(mine)).toBe('canceled');
    expect(await cancel({ filter: { status: 'busy,completed' } })).toMatchObject({ canceled: 0 });
    expect(await cancel({ filter: { test: true } })).toMatchObject({ canceled: 0 });
    expect(await cancel({ filter: { status: 'busy,queued', agent_id: agent, test: false } })).toMatchObject({
      canceled: 2,
    });
    for (const id of others) expect(await status(id)).toBe('canceled');
  });

  it('cancels 5,000 calls of a filter per request', async () => {
    const large = await service.account({ credits: '1000000' });
    const agent_id = await makeAgent(service, large);
    for (let at = 0; at < 6; at++) {
      const calls = Array.from({ length: 1_000 }, (_, n) => ({
        phone_number: `+9196${String(at * 1_000 + n).padStart(8, '0')}`,
      }));
      await service.api(large).post('/batches', { agent_id, scheduled_for: later(), calls });
    }
    const person = await tests.person(large.id, ['STAFF']);
    const send = async () => (await http(person).post('/calls/cancel').send({ filter: {} }).expect(200)).body;
    expect([await send(), await send(), await send()]).toMatchObject([
      { canceled: 5_000, more: true },
      { canceled: 1_000, more: false },
      { canceled: 0, more: false },
    ]);
  });

  it.each([
    [{}, 'ids'],
    [{ ids: ['call_a'], filter: {} }, 'filter'],
    [{ ids: [] }, 'ids'],
    [{ ids: Array(501).fill('call_a') }, 'ids'],
    [{ ids: [7] }, 'ids[0]'],
    [{ ids: 'call_a' }, 'ids'],
    [{ filter: { status: 'gone' } }, 'filter.status'],
    [{ filter: { limit: 5 } }, 'filter.limit'],
    [{ filter: { from: '2026-01-02', to: '2026-01-01' } }, 'filter.to'],
    [{ filter: [] }, 'filter'],
  ])('refuses %j', async (body, field) => {
    const answer = await http().post('/calls/cancel').send(body).expect(400);
    expect(answer.body.error.details.errors.map((one: { field: string }) => one.field)).toContain(field);
  });
});

describe('GET calls.csv', () => {
  const file = async (query: string) => {
    const { text, headers } = await http().get(`/calls.csv${query}`).expect(200);
    return { lines: text.split('\r\n'), headers };
  };

  it('exports the filtered calls newest first, without formulas, in the zone of the account', async () => {
    const contact = { name: '=1+1', email: '@x', external_id: '-lead' };
    const fields = { contact, variables: { course: 'B.Com, "new"' }, metadata: { city: 'Pune' } };
    const done = (await service.api(account).post('/calls', { phone_number: number('0001'), ...fields })).id;
    await final(done);
    const { lines, headers } = await file(`?q=${done}&account=${account.id}`);
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="calls.csv"',
    });
    expect(lines[0]).toBe(
      '\uFEFFphone_number,name,email,external_id,variables,metadata,answers,call_id,status,status_reason,disposition,' +
        'lead_rating,summary,callback_time,follow_up,duration_seconds,credits,created_at (Asia/Kolkata),ended_at (Asia/Kolkata)',
    );
    expect(lines[1]).toContain(
      `,'=1+1,'@x,'-lead,"{""course"":""B.Com, \\""new\\""""}","{""city"":""Pune""}","{""Budget`,
    );
    expect(lines[1]).toContain(`,${done},completed,`);
    expect(lines[1]).toMatch(
      /,\d+,\d+(?:\.\d+)?,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
    );
    expect(lines.slice(2)).toEqual(['']);

    const { lines: all } = await file('');
    const { data } = await service.api(account).get('/calls?limit=100');
    expect(all.slice(1, -1).map((line) => /call_\w+/.exec(line)?.[0])).toEqual(data.map(({ id }) => id));
    expect((await file('?status=busy')).lines).toHaveLength(3);
    expect((await file('?to=2020-01-01')).lines).toHaveLength(2);
  });

  it('rejects what the list rejects, as JSON, and serves the named account alone', async () => {
    for (const query of ['?status=gone', '?from=2026-01-02&to=2026-01-01', '?limit=5'])
      await http().get(`/calls.csv${query}`).expect(400);
    const { body } = await http().get('/calls.csv?account=acct_none').expect(404);
    expect(body.error.details.header).toBe('X-Account');
    const second = await service.account();
    await tests.member(second.id, ['STAFF'], staff.email);
    await http().get('/calls.csv').expect(400);
    const empty = await http().get(`/calls.csv?account=${second.id}`).expect(200);
    expect(empty.text.split('\r\n')).toHaveLength(2);
    const counsellor = await tests.person(account.id, ['COUNSELLOR']);
    await http(counsellor).get('/calls.csv').expect(403);
  });

  it.each([
    ['', 200],
    ['?from=2026-01-02&to=2026-01-01', 400],
  ])('returns the status of GET for HEAD: %s', async (query, status) => {
    const path = `/console/api/calls.csv${query}${query === '' ? '?' : '&'}account=${account.id}`;
    const { text } = await request(service.origin).head(path).set(staff.headers).expect(status);
    expect(text).toBeFalsy();
  });

  it('reads the exported calls page by page', async () => {
    const many = await service.account();
    const agent_id = await makeAgent(service, many);
    await service.unitOfWork.affected(
      `INSERT INTO calls (id, account_id, agent_id, phone_number, variables, metadata, test, status, created_at, queued_from, due_at,
         attempt, credits_limit_talk, analysis_attempts, may_retry, ended_at, finished_at)
       SELECT 'call_x' || lpad(n::text, 25, '0'), $1, $2, '+9198' || lpad(n::text, 8, '0'), '{}', '{}', false, 'busy',
         now() - n * interval '1 second', now(), now(), 1, false, 0, true, now(), now()
       FROM generate_series(1, 2500) AS n`,
      [many.id, agent_id],
    );
    const person = await tests.person(many.id, ['STAFF']);
    const { text } = await http(person).get('/calls.csv').expect(200);
    const ids = text.match(/call_x\d+/g) ?? [];
    expect([ids.length, new Set(ids).size]).toEqual([2_500, 2_500]);
    expect(ids).toEqual([...ids].sort());
  });

  it('reads one page at a time, however many files are exported at once', async () => {
    let running = 0;
    let most = 0;
    const list = CallRowRepository.prototype.list;
    const reads = jest.spyOn(CallRowRepository.prototype, 'list').mockImplementation(function (
      this: CallRowRepository,
      ...request
    ) {
      most = Math.max(most, ++running);
      return list.apply(this, request).finally(() => running--);
    });
    const files = await Promise.all(Array.from({ length: 8 }, () => file(`?account=${account.id}`)));
    reads.mockRestore();
    expect(new Set(files.map(({ lines }) => lines.length)).size).toBe(1);
    expect(most).toBe(1);
  });

  it('exports a file while another client leaves before its first page', async () => {
    const path = `${service.origin}/console/api/calls.csv?account=${account.id}`;
    const left = Array.from({ length: 4 }, () => {
      const abort = new AbortController();
      setTimeout(() => abort.abort(), 5);
      return fetch(path, { headers: staff.headers, signal: abort.signal }).catch(() => null);
    });
    await Promise.all(left);
    expect((await file(`?account=${account.id}`)).lines.length).toBeGreaterThan(1);
  });
});

test('returns created calls and answered calls alike', async () => {
  const { id } = await service.api(account).post('/calls', { phone_number: number(), test: true });
  const [made] = (await tests.http((await tests.person(account.id, ['STAFF'])).headers).get(`/calls?q=${id}`))
    .body.data;
  expect(made.direction).toBe('outbound');
  await service.unitOfWork.affected(`UPDATE calls SET direction = 'inbound' WHERE id = $1`, [id]);
  const person = await tests.person(account.id, ['STAFF']);
  const ids = async (query: string) =>
    (await http(person).get(`/calls${query}`).expect(200)).body.data.map((row: { id: string }) => row.id);
  expect(await ids('?direction=inbound')).toEqual([id]);
  expect(await ids('?direction=outbound')).not.toContain(id);
  await http(person).get('/calls?direction=up').expect(400);
});
