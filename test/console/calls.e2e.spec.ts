import { makeAgent, number } from '../harness/builders';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type SignedInPerson } from '../harness/console';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agent: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'UTC', countries: ['IN'] });
  admin = await tests.person(account.id, ['ADMIN']);
  agent = await makeAgent(service, account, { name: 'Asha' });
});
afterAll(() => service.stop());

const list = async (query: string) =>
  (await tests.http(admin.headers).get(`/calls${query}`).expect(200)).body;
const ids = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);

describe('GET calls', () => {
  let [done, busy, trial, waits] = ['', '', '', ''];
  let rows: { readonly phone_number: string; readonly credits: number }[];

  beforeAll(async () => {
    const call = async (ending: string, more: object = {}) =>
      (await service.api(account).post('/calls', { phone_number: number(ending), ...more })).id;
    done = await call('0001', { contact: { name: 'Rohan', external_id: 'lead-4711' } });
    busy = await call('0002');
    trial = await call('0001', { test: true });
    waits = await call('0001', {
      scheduled_for: new Date(service.clock.nowMs() + 86_400_000).toISOString(),
    });
    rows = await eventually(async () => {
      const { data } = await list('');
      expect(data.map(({ status }: { status: string }) => status)).toEqual([
        'queued',
        'completed',
        'busy',
        'completed',
      ]);
      expect([data[1].disposition, data[3].disposition]).toEqual(['Interested', 'Interested']);
      return data;
    });
  });

  it('returns the columns of the list for each call', () => {
    expect(rows[3]).toMatchObject({
      object: 'call_row',
      id: done,
      contact_name: 'Rohan',
      external_id: 'lead-4711',
      agent: { id: agent, name: 'Asha' },
      batch_id: null,
      test: false,
      lead_rating: expect.any(Number),
    });
    expect(rows[3]?.credits).toBeGreaterThan(0);
    expect(rows[0]).toMatchObject({
      id: waits,
      status_reason: expect.stringContaining('Scheduled'),
      ended_at: null,
    });
  });

  it('finds calls by filters, several statuses and whole searches, in pages', async () => {
    const [queued = '', , called = ''] = rows.map(({ phone_number }) => phone_number);
    const today = new Date(service.clock.nowMs()).toISOString().slice(0, 10);
    const cases: [query: string, expected: string[]][] = [
      ['?status=busy', [busy]],
      ['?status=queued,busy', [waits, busy]],
      ['?disposition=Interested', [trial, done]],
      ['?disposition=Interested&test=false', [done]],
      ['?test=true', [trial]],
      [`?agent_id=${agent}&status=completed`, [trial, done]],
      ['?agent_id=agent_none', []],
      [`?from=${today}&to=${today}`, [waits, trial, busy, done]],
      ['?to=2020-01-01', []],
      [`?q=${done}`, [done]],
      ['?q=lead-4711', [done]],
      [`?q=${encodeURIComponent(called)}`, [busy]],
      [`?q=${called.slice(3)}`, [busy]],
      [`?q=${queued.slice(1)}`, [waits]],
      ['?q=Rohan', []],
      ['?limit=2', [waits, trial]],
      [`?limit=2&starting_after=${trial}`, [busy, done]],
      [`?starting_after=${busy}&status=completed,busy`, [done]],
    ];
    for (const [query, expected] of cases) expect([query, await ids(query)]).toEqual([query, expected]);
    expect((await list('?limit=2')).has_more).toBe(true);
  });

  it('rejects unknown filters', async () => {
    const http = tests.http(admin.headers);
    for (const query of [
      '?status=gone',
      '?status=busy,busy',
      '?from=2026-01-02&to=2026-01-01',
      '?q=',
      '?starting_after=x',
    ]) {
      await http.get(`/calls${query}`).expect(400);
    }
  });
});

test('finds the calls that Home counts by the days of their end', async () => {
  const own = await service.account({ timezone: 'UTC' });
  await makeAgent(service, own);
  const http = tests.http((await tests.person(own.id, ['STAFF'])).headers);
  const tomorrow = new Date(service.clock.nowMs() + 86_400_000).toISOString();
  const made: string[] = [];
  for (const options of [{}, {}, { test: true }, { scheduled_for: tomorrow }])
    made.push((await service.api(own).post('/calls', { phone_number: number('0001'), ...options })).id);
  const [before = '', later = '', trial = ''] = made;
  const found = async (query: string) =>
    (await http.get(`/calls?${query}`).expect(200)).body.data.map(({ id }: { id: string }) => id);
  await eventually(async () => expect(await found('dates=ended')).toHaveLength(3));
  const move = (id: string, laterMs: number) =>
    service.unitOfWork.affected(
      `UPDATE calls SET created_at = created_at - interval '1 day', ended_at = ended_at + $2 * interval '1 ms' WHERE id = $1`,
      [id, laterMs],
    );
  await move(before, 2_000);
  await move(trial, 4_000);
  const today = new Date(service.clock.nowMs()).toISOString().slice(0, 10);
  const day = `from=${today}&to=${today}`;
  expect(await found(`${day}&status=completed&test=false`)).toEqual([later]);
  expect(await found(`${day}&dates=created&status=completed&test=false`)).toEqual([later]);
  expect(await found(`${day}&dates=ended&status=completed&test=false`)).toEqual([before, later]);
  expect(await found('dates=ended&test=true')).toEqual([trial]);
  expect(await found('dates=ended&limit=2')).toEqual([trial, before]);
  expect(await found(`dates=ended&starting_after=${before}`)).toEqual([later]);
  expect((await http.get(`/home?${day}`).expect(200)).body.connected).toBe(2);
  const { body } = await http
    .post('/calls/cancel')
    .send({ filter: { dates: 'ended' } })
    .expect(200);
  expect(body).toMatchObject({ canceled: 0, not_cancelable: 0 });
  await http.get('/calls?dates=finished').expect(400);
});

test('returns version and script by role, batch, cost, and the talk in progress, as context', async () => {
  const { id } = await service.api(account).post('/calls', { phone_number: number('0001') });
  const context = (person: SignedInPerson) =>
    tests.http(person.headers).get(`/calls/${id}/context`).expect(200);
  const final = await eventually(async () => {
    const { body } = await context(admin);
    expect(body.live).toBeNull();
    return body;
  });
  expect(final.agent).toMatchObject({
    id: agent,
    name: 'Asha',
    current: true,
    script: 'Ask about the course.',
  });
  expect(final.credits).toBeGreaterThan(0);
  const staff = await tests.person(account.id, ['STAFF']);
  expect((await context(staff)).body.agent.script).toBeUndefined();
  service.clock.advance(1);
  await service.api(account).patch(`/agents/${agent}`, { system_prompt: 'Something else.' });
  expect((await context(admin)).body.agent).toMatchObject({
    current: false,
    script: 'Ask about the course.',
  });

  const batch = (await service.api(account).post('/batches', {
    name: 'June',
    calls: [{ phone_number: number('0001') }],
    scheduled_for: new Date(service.clock.nowMs() + 86_400_000).toISOString(),
  })) as { id: string };
  const [waiting] = await ids(`?batch_id=${batch.id}`);
  const { body } = await tests.http(admin.headers).get(`/calls/${waiting}/context`).expect(200);
  expect(body).toMatchObject({
    agent: { version: null, current: null },
    batch: { id: batch.id, name: 'June' },
    credits: 0,
    live: { status: 'queued', elapsed_seconds: null, turns: [] },
  });
  const stranger = await tests.person((await service.account()).id, ['ADMIN']);
  await tests.http(stranger.headers).get(`/calls/${id}/context`).expect(404);
});

test('fills the labels of calls that are older than the column', async () => {
  await service.unitOfWork.affected('UPDATE calls SET disposition = NULL', []);
  await service.advance(0);
  expect((await ids('?disposition=Interested')).length).toBeGreaterThan(1);
});
