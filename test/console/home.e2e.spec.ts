import { makeAgent, number } from '../harness/builders';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { startOfDay } from '../../src/platform/kernel/zoned-time';

let service: TestApp;
let tests: ConsoleTests;
let account: TestAccount;
let admin: SignedInPerson;
let agent: string;

beforeAll(async () => {
  service = await TestApp.start();
  tests = new ConsoleTests(service);
  account = await service.account({ timezone: 'UTC', lines: 3 });
  admin = await tests.person(account.id, ['ADMIN']);
  agent = await makeAgent(service, account);
});
afterAll(() => service.stop());

const home = async (query = '') => (await tests.http(admin.headers).get(`/home${query}`).expect(200)).body;
/** Five seconds later, so that figures are counted anew. */
const later = async (query = '') => {
  service.clock.advance(5_001);
  return home(query);
};
type Hour = { readonly not_connected: number };
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

test("counts today's connected and not connected calls, outcomes and talk, without test calls", async () => {
  expect(await home()).toMatchObject({
    waiting: 0,
    connected: 0,
    connect_rate: null,
    held: [],
    outcomes: [],
  });
  const endings = ['0001', '0001', '0002', '0003'];
  for (const ending of endings) await service.api(account).post('/calls', { phone_number: number(ending) });
  await service.api(account).post('/calls', { phone_number: number('0001'), test: true });
  const figures = await eventually(async () => {
    const now = await later();
    expect(now).toMatchObject({ waiting: 0, in_progress: 0, connected: 2, not_connected: 2 });
    expect(now.outcomes).toEqual([{ disposition: 'Interested', count: 2 }]);
    return now;
  });
  expect(figures).toMatchObject({ connect_rate: 0.5, lines: 3, held: [] });
  expect(figures.talk_minutes).toBeGreaterThan(0);
  expect(figures.steps).toEqual({ agent: true, call: true, batch: false, webhook: false, team: false });
  expect(figures.hours).toHaveLength(24);
  const sum = (rows: { connected: number }[]) => rows.reduce((all, { connected }) => all + connected, 0);
  expect([sum(figures.hours), sum(figures.days), figures.days.length]).toEqual([2, 2, 14]);
  const other = await makeAgent(service, account, { name: 'Other' });
  expect(await later(`?agent_id=${other}`)).toMatchObject({
    connected: 0,
    not_connected: 0,
    talk_minutes: 0,
  });
  expect(await later(`?agent_id=${agent}`)).toMatchObject({ connected: 2 });
});

test("returns figures of at most 5 s ago, for days of the account's zone", async () => {
  const now = service.clock.nowMs();
  const yesterday = dayOf(now - 86_400_000);
  expect(await later(`?from=${yesterday}&to=${yesterday}`)).toMatchObject({ connected: 0 });
  const both = await later(`?from=${yesterday}`);
  expect([both.connected, both.hours, both.days.length]).toEqual([2, [], 2]);
  const http = tests.http(admin.headers);
  for (const query of [`?from=${dayOf(now)}&to=${yesterday}`, '?from=2026-01-01&to=2026-12-31']) {
    const { body } = await http.get(`/home${query}`).expect(400);
    expect(body.error.details.errors).toEqual([{ field: 'query.to', message: expect.any(String) }]);
  }
  await http.get('/home?from=2026-02-30').expect(400);
  for (const page of ['home', 'insights', 'calls']) {
    const query = `from=${dayOf(now)}&to=${yesterday}&agent_id=${'a'.repeat(256)}`;
    const { body } = await http.get(`/${page}?${query}`).expect(400);
    const fields = (body.error.details.errors as { field: string }[]).map(({ field }) => field);
    expect(fields).toEqual(['query.agent_id', 'query.to']);
  }
});

test.each(['CET', 'US/Pacific-New'])(
  'counts day and hour of %s, which PostgreSQL reads otherwise or not at all, as calling hours do',
  async (timezone) => {
    const other = await service.account({ timezone });
    const http = tests.http((await tests.person(other.id, ['STAFF'])).headers);
    await makeAgent(service, other);
    const day = '2026-07-02';
    for (const [at, minutes] of [
      ['2026-03-29', 30],
      [day, 30],
      [day, 65],
    ] as const) {
      const { id } = await service.api(other).post('/calls', { phone_number: number('0002') });
      await eventually(async () => {
        expect((await service.api(other).get(`/calls/${id}`)).status).toBe('busy');
      });
      const ended = new Date(startOfDay(at, timezone).getTime() + minutes * 60_000);
      await service.unitOfWork.affected('UPDATE calls SET ended_at = $2 WHERE id = $1', [id, ended]);
    }
    const { body } = await http.get(`/home?from=${day}&to=${day}`).expect(200);
    expect(body.not_connected).toBe(2);
    expect(body.hours.slice(0, 3).map((hour: Hour) => hour.not_connected)).toEqual([1, 1, 0]);
    const { body: spring } = await http.get('/home?from=2026-03-28&to=2026-03-30').expect(200);
    expect(spring.days.map((one: Hour) => one.not_connected)).toEqual([0, 1, 0]);
  },
);

test('returns the reasons of waiting calls with the names of a dry run', async () => {
  const other = await service.account({ timezone: 'UTC', lines: 0, credits: '100' });
  const person = await tests.person(other.id, ['STAFF']);
  await makeAgent(service, other);
  const at = new Date(service.clock.nowMs() + 3_600_000).toISOString();
  await service.api(other).post('/calls', { phone_number: number(), scheduled_for: at });
  for (let n = 0; n < 2; n++) await service.api(other).post('/calls', { phone_number: number() });
  const { body } = await tests.http(person.headers).get('/home').expect(200);
  expect(body).toMatchObject({ waiting: 3, connected: 0 });
  expect(body.held).toEqual([
    { reason: 'no_free_line', until: null, count: 2 },
    { reason: 'scheduled', until: at, count: 1 },
  ]);
});

test('returns the schedule of each waiting call, however many wait', async () => {
  const other = await service.account({ timezone: 'UTC', lines: 5, credits: '100' });
  const person = await tests.person(other.id, ['STAFF']);
  await makeAgent(service, other);
  const at = new Date(service.clock.nowMs() + 3_600_000).toISOString();
  for (let batch = 0; batch < 3; batch++) {
    const calls = Array.from({ length: 750 }, () => ({ phone_number: number() }));
    await service.api(other).post('/batches', { scheduled_for: at, calls });
  }
  const { body } = await tests.http(person.headers).get('/home').expect(200);
  expect(body.waiting).toBe(2_250);
  expect(body.held).toEqual([{ reason: 'scheduled', until: at, count: 2_250 }]);
});

test('converts a local time to an instant by the rule of calling hours', async () => {
  const berlin = await service.account({ timezone: 'Europe/Berlin' });
  const http = tests.http((await tests.person(berlin.id, ['STAFF'])).headers);
  const instant = async (local: string) => (await http.get(`/instant?local=${local}`).expect(200)).body.at;
  expect(await instant('2026-11-22T09:00')).toBe('2026-11-22T08:00:00.000Z');
  expect(await instant('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(await instant('2026-10-25T02:30')).toBe('2026-10-25T00:30:00.000Z');
  expect(await instant('9999-12-30T23:59')).toBe('9999-12-30T22:59:00.000Z');
  for (const local of ['2026-02-30T09:00', '2026-11-22', 'now', '9999-12-31T23:59'])
    await http.get(`/instant?local=${local}`).expect(400);
});

test('counts yesterday again until its calls are analysed, however late', async () => {
  const other = await service.account({ timezone: 'UTC' });
  const http = tests.http((await tests.person(other.id, ['STAFF'])).headers);
  await makeAgent(service, other);
  const { id } = await service.api(other).post('/calls', { phone_number: number('0001') });
  await eventually(async () => {
    expect((await service.api(other).get(`/calls/${id}`)).outcome).not.toBeNull();
  });
  const begin = startOfDay(dayOf(service.clock.nowMs()), 'UTC', 1).getTime();
  service.clock.advance(begin + 60 * 60_000 - service.clock.nowMs());
  await service.unitOfWork.affected('UPDATE calls SET ended_at = $2 WHERE id = $1', [
    id,
    new Date(begin - 60_000),
  ]);
  const outcomesAfter = async (disposition: string | null) => {
    await service.unitOfWork.affected('UPDATE calls SET disposition = $2 WHERE id = $1', [id, disposition]);
    service.clock.advance(5_001);
    return (await http.get(`/home?from=${dayOf(begin - 1)}`).expect(200)).body.outcomes;
  };
  expect(await outcomesAfter(null)).toEqual([]);
  for (const disposition of ['Callback', 'Interested']) {
    expect(await outcomesAfter(disposition)).toEqual([{ disposition: 'Callback', count: 1 }]);
  }
});
