import { Client } from 'pg';
import { TalkRepository } from '../../src/calls/infrastructure/talk.repository';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { ROUNDS } from '../harness/rounds';

/**
 * Rare orders of things show only when a race is run many times. The first is of a crowd, the others of somewhat more than
 * the service has connections (20): the rest of a crowd only queues for those.
 */
const rounds = (crowd: number, few: number) =>
  ROUNDS.map((round) => [round === 1 ? crowd : few, round] as const);

let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start();
  // Without a line nothing dials: what is queued waits.
  account = await service.account({ lines: 0 });
  agent_id = await makeAgent(service, account);
});
afterAll(() => service.stop());

/** The account with a key of its own, for more requests a minute than one key has. */
const withFreshKey = async (of: TestAccount): Promise<TestAccount> => ({
  ...of,
  key: await service.key(of.id),
});

describe('concurrent calls to one number', () =>
  test.each(rounds(200, 24))(
    'are accepted once of %i, and the others refer to that call (%i)',
    async (many) => {
      const client = service.http(await withFreshKey(account));
      const phone_number = number();
      const answers = await Promise.all(
        Array.from({ length: many }, () => client.post('/calls').send({ agent_id, phone_number })),
      );
      const accepted = answers.filter(({ status }) => status === 200);
      expect(accepted).toHaveLength(1);
      const others = answers.filter(({ status }) => status === 409);
      expect(others).toHaveLength(many - 1);
      for (const { body } of others) {
        expect(body.error).toMatchObject({
          code: 'call_already_queued',
          details: { call_id: accepted[0]?.body.id },
        });
      }
    },
  ));

describe('concurrent Idempotency-Keys', () => {
  test.each(rounds(200, 24))(
    'have each its own response among %i accepted and rejected requests (%i)',
    async (many) => {
      const client = service.http(await withFreshKey(account));
      const listed = number();
      await client.put(`/do-not-call/${listed}`).send({}).expect(200);
      const requests = Array.from({ length: many }, (_, at) => ({
        key: `${listed}-${at}`,
        phone_number: at % 3 === 1 ? listed : number(),
        refused: at % 3 === 1,
      }));
      const post = ({ key, phone_number }: { key: string; phone_number: string }) =>
        client.post('/calls').set('Idempotency-Key', key).send({ agent_id, phone_number });
      const answers = await Promise.all(requests.map(post));
      expect(answers.map(({ status }) => status)).toEqual(
        requests.map(({ refused }) => (refused ? 409 : 200)),
      );
      const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id as string);
      expect(new Set(ids).size).toBe(ids.length);
      // An accepted key replays; a refused one was never used, so that it takes any body.
      const [, refused, accepted] = requests;
      const other = service.http(await withFreshKey(account));
      const again = other.post('/calls').set('Idempotency-Key', accepted!.key);
      expect((await again.send({ agent_id, phone_number: accepted!.phone_number })).body).toMatchObject({
        id: answers[2]?.body.id,
        idempotent_replay: true,
      });
      const free = other.post('/calls').set('Idempotency-Key', refused!.key);
      expect((await free.send({ agent_id, phone_number: number() })).body).toMatchObject({
        status: 'queued',
        idempotent_replay: false,
      });
    },
  );
});

test('a call that waits for a lock of the database is as old as its id', async () => {
  const locked = await makeAgent(service, account, { name: 'Locked' });
  const stranger = new Client({ connectionString: service.databaseUrl });
  await stranger.connect();
  await stranger.query('BEGIN');
  await stranger.query('SELECT FROM agents WHERE id = $1 FOR UPDATE', [locked]);
  const post = (agent: string) =>
    service.http(account).post('/calls').send({ agent_id: agent, phone_number: number() });
  const waiting = post(locked).then(({ body }) => body as { id: string; created_at: string });
  await eventually(async () => {
    const { rows } = await stranger.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(rows).not.toEqual([]);
  });
  service.clock.advance(1_000);
  const { body: later } = await post(agent_id).expect(200);
  await stranger.query('ROLLBACK');
  await stranger.end();
  const earlier = await waiting;
  expect([earlier.id < later.id, earlier.created_at < later.created_at]).toEqual([true, true]);
});

describe('concurrent batches', () => {
  test.each(rounds(1_000, 200))(
    'queue each of the same %i numbers in opposite order once, without a deadlock (%i)',
    async (many) => {
      const client = service.http(await withFreshKey(account));
      const numbers = Array.from({ length: many }, () => number());
      const answers = await Promise.all(
        [numbers, [...numbers].reverse()].map((order) =>
          client.post('/batches').send({ agent_id, calls: order.map((phone_number) => ({ phone_number })) }),
        ),
      );
      // A batch all of whose numbers wait already has no usable row: 400 with the same entries.
      const rejected = answers.map(
        ({ status, body }) =>
          (status === 200 ? body.rejected : body.error.details.rejected) as {
            code: string;
            call_id: string;
          }[],
      );
      const total = answers.map(({ status, body }) => (status === 200 ? (body.total as number) : 0));
      expect(answers.every(({ status }) => status === 200 || status === 400)).toBe(true);
      expect(total.reduce((sum, each) => sum + each)).toBe(numbers.length);
      const entries = rejected.flat();
      expect(entries).toHaveLength(numbers.length);
      expect(entries.every(({ code, call_id }) => code === 'call_already_queued' && call_id)).toBe(true);
    },
  );
});

describe('a cancel beside the dispatch', () => {
  test.each(rounds(20, 10))('either cancels each of %i calls or leaves it dialed (%i)', async (many) => {
    const busy = await service.account({ lines: 3 });
    const agent = await makeAgent(service, busy);
    const client = service.http(busy);
    const ids = await Promise.all(
      Array.from({ length: many }, async () => {
        const sent = { agent_id: agent, phone_number: number('0002') };
        return (await service.api(busy).post('/calls', sent)).id;
      }),
    );
    const answers = await Promise.all(ids.map((id) => client.post(`/calls/${id}/cancel`)));
    for (const [at, { status, body }] of answers.entries()) {
      expect(status === 200 || body.error.code === 'call_not_cancelable').toBe(true);
      const { data } = await service.api(busy).get(`/calls/${ids[at] ?? ''}/timeline`);
      const types = data.map(({ type }) => type);
      // A refusal may take a dialed call back to the queue, where it can be canceled; 0002 has none.
      expect(types.includes('carrier_asked')).toBe(status !== 200);
      expect(types.includes('canceled')).toBe(status === 200);
    }
  });
});

test('waits with a stored transcript for the end of the call, without its lock', async () => {
  const { body } = await service
    .http(await withFreshKey(account))
    .post('/calls')
    .send({ agent_id, phone_number: number() })
    .expect(200);
  const id = body.id as string;
  const { unitOfWork } = service;
  const talks = service.app.get(TalkRepository, { strict: false });
  const turn = { speaker: 'contact' as const, text: 'haan', startMs: 0, endMs: 900 };
  let isLocked!: () => void;
  let goOn!: () => void;
  const locked = new Promise<void>((resolve) => (isLocked = resolve));
  const told = new Promise<void>((resolve) => (goOn = resolve));
  const end = unitOfWork.run(async () => {
    await unitOfWork.rows('SELECT id FROM calls WHERE id = $1 FOR UPDATE', [id]);
    isLocked();
    await told;
    await talks.storeTurns(id, [turn, turn]);
    await unitOfWork.affected('UPDATE calls SET ended_at = now() WHERE id = $1', [id]);
  });
  await locked;
  const sweep = talks.addTurns(id, 0, [turn]);
  await eventually(async () => {
    const waiting = await unitOfWork.rows(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%call_live_turns%'`,
    );
    expect(waiting).toHaveLength(1);
  });
  goOn();
  await Promise.all([end, sweep]);
  expect((await talks.find([id])).get(id)?.turns).toHaveLength(2);
});
