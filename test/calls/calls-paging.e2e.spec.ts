import { CallReader } from '../../src/calls/application/call-reader';
import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';

/** Calls that are there before the reading begins; more by hand: `CALLS=10000 npx jest test/calls/calls-paging`. */
const EARLIER = Number(process.env['CALLS'] ?? 500);

/** Calls inserted a second during the test. */
const INSERTS = 500;

let service: TestApp;
beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

test.each([1, 7, 100])(
  'returns each earlier call exactly once in pages of %i while 500 calls a second are created',
  async (limit) => {
    const account = await service.account({ lines: 0 });
    const agent_id = await makeAgent(service, account);
    const made = await service
      .http(account)
      .post('/calls')
      .send({ agent_id, phone_number: number() })
      .expect(200);
    let numbers = 0;
    const insert = (count: number) => {
      numbers += count;
      return service.unitOfWork.affected(
        // Ids and creation of several calls in the same millisecond, as under load.
        `INSERT INTO calls SELECT (json_populate_record(c, json_build_object(
           'id', 'call_' || lpad(n::text, 26, '0'), 'phone_number', '+91' || lpad(n::text, 10, '6'),
           'created_at', now() + n % 10 * interval '1 ms'))).*
         FROM calls c CROSS JOIN generate_series($2::integer, $3::integer) AS n WHERE c.id = $1`,
        [made.body.id, limit * 1_000_000 + numbers - count, limit * 1_000_000 + numbers - 1],
      );
    };
    await insert(EARLIER - 1);
    const earlier = await service.unitOfWork.rows<{ id: string }>(
      'SELECT id FROM calls WHERE account_id = $1 ORDER BY created_at DESC, id DESC',
      [account.id],
    );

    const reading = new AbortController();
    const inserting = (async () => {
      while (!reading.signal.aborted) {
        await insert(INSERTS / 20);
        await new Promise((wait) => setTimeout(wait, 50));
      }
    })();
    const seen: string[] = [];
    const reader = service.app.get(CallReader, { strict: false });
    // Not over HTTP: a key has 300 requests a minute, and these are up to 10,000.
    for (let more = true, starting_after: string | undefined; more;) {
      const page = await reader.list(account.id, {}, limit, starting_after);
      seen.push(...page.data.map(({ id }) => id));
      starting_after = seen.at(-1);
      more = page.has_more;
    }
    reading.abort();
    await inserting;
    const known = new Set(earlier.map(({ id }) => id));
    expect(seen.filter((id) => known.has(id))).toEqual(earlier.map(({ id }) => id));
    expect(new Set(seen).size).toBe(seen.length);
  },
);

test('returns each call once, newest first, by combined filters', async () => {
  const reader = await service.account({ lines: 0 });
  const agent_id = await makeAgent(service, reader);
  const calls = new CallTests(service, reader, agent_id);
  const ids: string[] = [];
  for (let at = 0; at < 9; at++) {
    const external_id = at % 3 === 0 ? 'third' : 'other';
    const call = await calls.queue({
      contact: { external_id },
      test: at % 2 === 0,
      scheduled_for: new Date(service.clock.nowMs() + 3_600_000).toISOString(),
    });
    ids.unshift(call['id']);
  }
  const seen: string[] = [];
  for (let more = true; more;) {
    const after = seen.length > 0 ? `&starting_after=${seen.at(-1) ?? ''}` : '';
    const page = await service.api(reader).get(`/calls?limit=4${after}`);
    seen.push(...page.data.map(({ id }) => id));
    more = page.has_more;
  }
  expect(seen).toEqual(ids);
  const count = async (query: string) => (await service.api(reader).get(`/calls?${query}`)).data.length;
  expect(await count('external_id=third')).toBe(3);
  expect(await count('external_id=third&test=true')).toBe(2);
  expect(await count('status=queued&agent_id=' + agent_id)).toBe(9);
  expect(await count('status=completed')).toBe(0);
  expect(await count('created_after=2020-01-01T00:00:00 05:30')).toBe(9);
  // Times of calls have milliseconds, those of clients up to nine decimals.
  const between = (await service.api(reader).get('/calls?limit=1')).data[0]?.created_at.replace('Z', '001Z');
  expect(await count(`created_before=${between ?? ''}`)).toBe(9);
  expect(await count(`created_after=${between ?? ''}`)).toBe(0);
  expect(
    await count('created_before=9999-12-31T23:59:59.999999Z&ended_before=9999-12-31T23:59:59.999999Z'),
  ).toBe(0);
  expect(await count('batch_id=batch_nope')).toBe(0);
  const { body: one } = await service.http(reader).get(`/calls/${ids[0] ?? ''}`);
  expect(await count(`phone_number=${(one.phone_number as string).slice(1)}`)).toBe(1);
  await service.http(reader).get('/calls?starting_after=call_nope').expect(400);
  await service
    .http(await service.account())
    .get(`/calls?starting_after=${ids[0] ?? ''}`)
    .expect(400);
});
