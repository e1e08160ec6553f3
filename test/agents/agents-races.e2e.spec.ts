import { eventually, type TestAccount, TestApp } from '../harness/app';
import { ROUNDS } from '../harness/rounds';

const REQUIRED = { name: 'Asha', opening_line: 'Namaste', system_prompt: 'Ask.' };
/** Each race with how many run in it: more than the service has connections (20), and far more than that once. */
const CROWDS = ROUNDS.map((round) => [round, ...(round === 1 ? [50, 20] : [24, 10])] as const);
const numbersTo = (count: number) => Array.from({ length: count }, (_, at) => at);

let service: TestApp;
let account: TestAccount;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

const http = () => service.http(account);
const create = async (name: string): Promise<{ id: string; created_at: string; updated_at: string }> =>
  (
    await http()
      .post('/agents')
      .send({ ...REQUIRED, name })
  ).body;

/** How often each answer came: "201" or "409 agent_name_taken". */
function tally(
  answers: readonly { status: number; body: { error?: { code: string } } }[],
): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = body.error ? `${status} ${body.error.code}` : String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe.each(CROWDS)('round %i', (round, many, some) => {
  beforeEach(async () => {
    account = await service.account();
  });

  it(`creates one of ${many} agents with one name`, async () => {
    const names = ['STRASSE', 'straße', ' Strasse', 'straẞe'];
    const answers = await Promise.all(
      numbersTo(many).map((at) =>
        http()
          .post('/agents')
          .send({ ...REQUIRED, name: names[at % names.length] }),
      ),
    );
    expect(tally(answers)).toEqual({ '201': 1, '409 agent_name_taken': many - 1 });
    const made = answers.find(({ status }) => status === 201)!.body.id;
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.error.details).toEqual({ agent_id: made });
    }
  });

  it(`sorts ${many} agents by id as by time`, async () => {
    const made = await Promise.all(numbersTo(many).map((at) => create(`Asha ${at}`)));
    const byTime = made.map(({ id, created_at }) => `${created_at} ${id}`).sort();
    expect(byTime.map((line) => line.split(' ')[1])).toEqual(made.map(({ id }) => id).sort());
  });

  it(`applies one of ${many} changes of one version`, async () => {
    const { id, updated_at } = await create('Asha');
    const answers = await Promise.all(
      numbersTo(many).map((at) =>
        at % 2 === 0
          ? http()
              .patch(`/agents/${id}`)
              .set('If-Match', `"${updated_at}"`)
              .send({ opening_line: `Line ${at}` })
          : http()
              .patch(`/agents/${id}`)
              .send({ opening_line: `Line ${at}`, expected_updated_at: updated_at }),
      ),
    );
    expect(tally(answers)).toEqual({ '200': 1, '409 version_conflict': many - 1 });
    const won = answers.find(({ status }) => status === 200)!.body;
    for (const { body } of answers.filter(({ status }) => status === 409)) {
      expect(body.error.details).toEqual({ updated_at: won.updated_at });
    }
    expect((await http().get(`/agents/${id}`)).body.opening_line).toBe(won.opening_line);
  });

  it(`renames one of ${some} agents to one name, and makes every save a new version`, async () => {
    const agents = await Promise.all(numbersTo(some).map((at) => create(`Agent ${at}`)));
    const answers = await Promise.all(
      agents.map(({ id }) => http().patch(`/agents/${id}`).send({ name: 'Wanted' })),
    );
    expect(tally(answers)).toEqual({ '200': 1, '409 agent_name_taken': some - 1 });
    const [first] = agents;
    const saves = await Promise.all(
      numbersTo(some).map((at) =>
        http()
          .patch(`/agents/${first!.id}`)
          .send({ opening_line: `Line ${at}` }),
      ),
    );
    expect(new Set(saves.map(({ body }) => body.updated_at)).size).toBe(some);
  });

  it('rejects two agents that swap their names, as both are in use', async () => {
    const [one, other] = await Promise.all([create('One'), create('Other')]);
    const answers = await Promise.all([
      http().patch(`/agents/${one.id}`).send({ name: 'Other' }),
      http().patch(`/agents/${other.id}`).send({ name: 'One' }),
    ]);
    expect(tally(answers)).toEqual({ '409 agent_name_taken': 2 });
  });

  it('creates one agent and one default for 10 requests with one Idempotency-Key', async () => {
    const answers = await Promise.all(
      numbersTo(10).map(() => http().post('/agents').set('Idempotency-Key', 'k').send(REQUIRED)),
    );
    expect(tally(answers)).toEqual({ '201': 1, '200': 9 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => body.idempotent_replay)).toHaveLength(9);
  });

  it('makes one of 5 first agents the default', async () => {
    const agents = await Promise.all(numbersTo(5).map((at) => create(`Agent ${at}`)));
    const { agent_id } = (await http().get('/settings/default-agent')).body;
    const shown = await Promise.all(agents.map(({ id }) => http().get(`/agents/${id}`)));
    expect(shown.filter(({ body }) => body.is_default).map(({ body }) => body.id)).toEqual([agent_id]);
  });

  it('cancels or rejects a POST /calls beside the disabling', async () => {
    account = await service.account({ lines: 0 });
    const { accepted, refused, canceled } = await disableWhileQueueing(round % 12);
    expect(accepted.length + refused.length).toBe(12);
    expect(canceled).toBe(accepted.length);
    const calls = await listed();
    expect(calls.map(({ id }) => id).sort()).toEqual(accepted.sort());
    expect(calls.filter(({ status }) => status !== 'canceled')).toEqual([]);
  });

  it('dials a call beside the disabling, or cancels it', async () => {
    account = await service.account({ lines: 4 });
    const { accepted, canceled } = await disableWhileQueueing(round % 12);
    const final = await eventually(async () => {
      const calls = await listed();
      expect(calls.map(({ id }) => id).sort()).toEqual(accepted.sort());
      for (const { status } of calls) expect(['queued', 'dialing', 'in_progress']).not.toContain(status);
      return calls;
    });
    const dialed = final.filter((call) => 'dialed_at' in call);
    expect(dialed.filter(({ status }) => status === 'canceled')).toEqual([]);
    expect(final.filter(({ status }) => status === 'canceled')).toHaveLength(final.length - dialed.length);
    expect(canceled).toBe(final.length - dialed.length);
  });
});

/** The account's calls, in one request. */
async function listed(): Promise<{ id: string; status: string }[]> {
  return (await http().get('/calls?limit=100').expect(200)).body.data;
}

/** Not 9: refused for a while, it comes back to the queue, and is canceled later than those that waited. */
const ENDINGS = numbersTo(13).filter((ending) => ending !== 9);

/** Queues 12 calls, one after another but not waiting for each, and disables their agent at one of these moments. */
async function disableWhileQueueing(moment: number) {
  const { id } = await create('Asha');
  const at = (step: number) => new Promise((resolve) => setTimeout(resolve, step * 15));
  const [{ body: disabled }, ...calls] = await Promise.all([
    at(moment).then(() => http().post(`/agents/${id}/disable`)),
    ...numbersTo(12).map((step) =>
      at(step).then(() =>
        http()
          .post('/calls')
          .send({ agent_id: id, phone_number: `+9198765${10_000 + ENDINGS[step]!}` }),
      ),
    ),
  ]);
  return {
    accepted: calls.filter(({ status }) => status === 200).map(({ body }): string => body.id),
    refused: calls.filter(({ body }) => body.error?.code === 'agent_disabled'),
    canceled: disabled.waiting_calls_canceled as number,
  };
}
