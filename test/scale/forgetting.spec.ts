import { Sweeps } from '../../src/platform/sweeps';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { HumanCallTests } from '../harness/human-calls';

const DAY_MS = 86_400_000;
const FINISHED = 10_000;
/** More than one piece. */
const PIECES = 6_000;
/** Of a sweep that finds nothing, all its statements together. */
const MAX_PAGES = 100;

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };

let service: TestApp;
let account: TestAccount;
let callId: string;
let humanCallId: string;

beforeAll(async () => {
  service = await TestApp.start({ RETENTION_DAYS: '30' });
  account = await service.account();
  const agent = await service.api(account).post('/agents', AGENT);
  const call = await service
    .api(account)
    .post('/calls', { agent_id: agent.id, phone_number: '+919876543219' });
  callId = call.id;
  await eventually(async () => {
    const rows = await service.unitOfWork.rows(`SELECT FROM calls WHERE finished_at IS NOT NULL`);
    expect(rows).toHaveLength(1);
  });
  const people = new HumanCallTests(service, account);
  const made = await people.call({ counsellor_id: await people.counsellor() });
  humanCallId = (await people.final(made.id)).id;
});
afterAll(() => service.stop());

/** Finished calls with their talks, as the one of that kind that was made, from 40 days ago. */
async function copy(
  kind: 'call' | 'human_call',
  count: number,
  isForgotten: boolean,
  prefix: string,
): Promise<void> {
  const id = kind === 'call' ? callId : humanCallId;
  await service.unitOfWork.affected(
    `INSERT INTO ${kind}s SELECT (json_populate_record(c, json_build_object('id', $2 || n, 'words_forgotten', nullif($3::boolean, false),
       'created_at', c.created_at - interval '40 days', 'ended_at', c.ended_at - interval '40 days',
       'finished_at', c.ended_at - interval '40 days'))).*
     FROM ${kind}s c, generate_series(1, $4::int) AS n WHERE c.id = $1`,
    [id, prefix, isForgotten, count],
  );
  await service.unitOfWork.affected(
    `INSERT INTO ${kind}_talks SELECT (json_populate_record(t, json_build_object('call_id', $2 || n))).*
     FROM ${kind}_talks t, generate_series(1, $3::int) AS n WHERE t.call_id = $1`,
    [id, prefix, count],
  );
}

/** The statements that every sweep sends once. */
async function sweepStatements(): Promise<{ text: string; values: unknown[] }[]> {
  const statements: { text: string; values: unknown[] }[] = [];
  const spies = (['rows', 'affected'] as const).map((name) => {
    const original = service.unitOfWork[name].bind(service.unitOfWork) as (...all: unknown[]) => unknown;
    return jest.spyOn(service.unitOfWork, name).mockImplementation(((
      text: string,
      values: unknown[] = [],
    ) => {
      statements.push({ text, values });
      return original(text, values);
    }) as never);
  });
  await service.app.get(Sweeps, { strict: false }).runAll();
  for (const spy of spies) spy.mockRestore();
  return statements;
}

interface Plan {
  readonly Plan: Readonly<Record<'Shared Hit Blocks' | 'Shared Read Blocks', number>>;
}

async function pagesOf({ text, values }: { text: string; values: unknown[] }): Promise<number> {
  return service.unitOfWork
    .run(async () => {
      const [row] = await service.unitOfWork.rowsPlannedAnew<{ 'QUERY PLAN': Plan[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      );
      const plan = row?.['QUERY PLAN'][0]?.Plan;
      throw new Pages((plan?.['Shared Hit Blocks'] ?? 0) + (plan?.['Shared Read Blocks'] ?? 0));
    })
    .catch((error: unknown) => {
      if (error instanceof Pages) return error.pages;
      throw error;
    });
}

/** Rolls back what an explained statement wrote. */
class Pages extends Error {
  constructor(readonly pages: number) {
    super('rolled back');
  }
}

const FORGETTING =
  /words_forgotten|call_timeline|call_traces|webhook_events|webhook_deliveries|account_holds|UPDATE legs/u;

test('reads no more than a few pages in a sweep that finds nothing, however many calls exist', async () => {
  await copy('call', FINISHED, true, 'call_old');
  await copy('human_call', FINISHED, true, 'hcall_old');
  await service.unitOfWork.affected(
    `INSERT INTO webhook_events SELECT (json_populate_record(e, json_build_object('id', 'evt_' || n, 'call_id', 'call_old' || n,
       'body', '', 'state', 'delivered', 'created_at', e.created_at - interval '40 days'))).*
     FROM webhook_events e, generate_series(1, $1::int) AS n WHERE e.id = (SELECT id FROM webhook_events LIMIT 1)`,
    [FINISHED],
  );
  const statements = (await sweepStatements()).filter(({ text }) => FORGETTING.test(text));
  const forgetting = statements.filter(({ text }) =>
    /words_forgotten IS NULL AND|^\s*(?:DELETE|UPDATE)/u.test(text),
  );
  expect(forgetting.length).toBeGreaterThanOrEqual(8);
  let pages = 0;
  for (const statement of forgetting) pages += await pagesOf(statement);
  expect(pages).toBeLessThanOrEqual(MAX_PAGES);
});

test('removes transcripts in pieces, and preserves the calls', async () => {
  await copy('call', PIECES, false, 'call_new');
  await copy('human_call', PIECES, false, 'hcall_new');
  await service.advance(1);
  for (const kind of ['call', 'human_call'] as const) {
    const [left] = await service.unitOfWork.rows<{ words: number; calls: number }>(
      `SELECT count(*) FILTER (WHERE c.words_forgotten IS NULL OR json_array_length(t.turns) > 0)::int AS words, count(*)::int AS calls
       FROM ${kind}s c JOIN ${kind}_talks t ON t.call_id = c.id WHERE c.id LIKE '%call_new%'`,
    );
    expect({ kind, ...left }).toEqual({ kind, words: 0, calls: PIECES });
  }
});

test('preserves transcripts until RETENTION_DAYS have passed', async () => {
  const words = async () =>
    (
      await service.unitOfWork.row<{ forgotten: boolean }>(
        'SELECT words_forgotten IS NOT NULL AS forgotten FROM calls WHERE id = $1',
        [callId],
      )
    )?.forgotten;
  await service.advance(29 * DAY_MS);
  expect(await words()).toBe(false);
  await service.advance(2 * DAY_MS);
  expect(await words()).toBe(true);
});
