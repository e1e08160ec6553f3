import { Sweeps } from '../../src/platform/sweeps';
import { Carriers } from '../../src/carriers';
import { CloudGateway } from '../../src/carriers/infrastructure/cloud/gateway/cloud-gateway';
import { createDatabase, dropDatabase, eventually, TestApp } from '../harness/app';
import { reachable } from '../harness/cloud-service';
import { HumanCallTests } from '../harness/human-calls';
import { humanReaches, type HumanSipCall } from '../harness/human-sip';
import { connectTwo, type Doing, humanStage, type HumanStage } from '../harness/human-stages';
import { compileThreads } from '../harness/sip-accounts';

compileThreads();

const KINDS = ['twilio', 'plivo', 'exotel'] as const;
type Kind = (typeof KINDS)[number];

let databaseUrl: string;
let shared: Record<string, string>;
let api: TestApp;
const stages = new Map<Kind, HumanStage>();

const started = async (at?: Record<string, string>): Promise<TestApp> =>
  TestApp.start(
    { ...shared, ...(at ?? (await reachable())), ROLE: 'media', DRAIN_SECONDS: '0' },
    databaseUrl,
  );

beforeAll(async () => {
  databaseUrl = await createDatabase();
  shared = { DATABASE_URL: databaseUrl, SECRET_KEY: '9'.repeat(64), PUBLIC_URL: 'http://127.0.0.1:1' };
  api = await TestApp.start({ ...shared, ROLE: 'api' }, databaseUrl);
}, 120_000);
afterAll(async () => {
  await api.stop();
  for (const stage of stages.values()) await stage.close();
  await dropDatabase(databaseUrl);
});

/** A process that holds calls, and the carriers as it finds them. */
async function media(at?: Record<string, string>): Promise<TestApp> {
  const process = await started(at);
  for (const kind of KINDS) {
    if (!stages.has(kind)) stages.set(kind, await humanStage(process, kind, api));
  }
  return process;
}

/** The process dies: it renews no lease, tells nothing, asks for nothing, and no callback reaches it. */
async function kill(process: TestApp): Promise<void> {
  await process.app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  for (const kind of KINDS) process.app.get(Carriers, { strict: false }).find(kind)?.close();
  await process.app.get(CloudGateway, { strict: false }).close();
}

interface Placed extends HumanSipCall {
  readonly kind: Kind;
  readonly phase: string;
}

interface Phase {
  readonly counsellor: Doing;
  readonly contact: Doing;
  /** As the API shows it; Exotel tells nothing before the end. */
  readonly status: string;
}

/** Who has answered when misfortune strikes, and what they do then: all of it takes longer than finding a new process. */
const PHASES: Readonly<Record<string, Phase>> = {
  'the counsellor rings': {
    counsellor: { is: 'answering', ringMs: 13_000 },
    contact: { is: 'answering', hangsUpAfterMs: 3_000 },
    status: 'ringing_counsellor',
  },
  'the contact rings': {
    counsellor: { is: 'answering' },
    contact: { is: 'answering', ringMs: 13_000, hangsUpAfterMs: 3_000 },
    status: 'connecting',
  },
  'they talk': {
    counsellor: { is: 'answering' },
    contact: { is: 'answering', hangsUpAfterMs: 16_000 },
    status: 'in_progress',
  },
};
/** The same, a little faster. */
const SHORT: Readonly<Record<string, Phase>> = {
  'the counsellor rings': {
    counsellor: { is: 'answering', ringMs: 8_000 },
    contact: { is: 'answering', hangsUpAfterMs: 2_000 },
    status: 'ringing_counsellor',
  },
  'the contact rings': {
    counsellor: { is: 'answering' },
    contact: { is: 'answering', ringMs: 8_000, hangsUpAfterMs: 2_000 },
    status: 'connecting',
  },
  'they talk': {
    counsellor: { is: 'answering' },
    contact: { is: 'answering', hangsUpAfterMs: 10_000 },
    status: 'in_progress',
  },
};
/** The request has left, and its answer never came. */
const UNKNOWN: Phase = {
  counsellor: { is: 'answering', answerLost: true, weather: { lost: true } },
  contact: { is: 'answering', hangsUpAfterMs: 12_000 },
  status: 'ringing_counsellor',
};

/** Exotel tells nothing before the end. Plivo asks what to do with the counsellor, and so tells of a call that nobody knew. */
function seenOver(kind: Kind, phase: string, status: string): string {
  if (kind === 'exotel') return 'ringing_counsellor';
  return kind === 'plivo' && phase === 'nobody knows' ? 'connecting' : status;
}

/** Calls over all carriers, each in its phase. */
async function under(phases: Readonly<Record<string, Phase>>): Promise<Placed[]> {
  const placed = await Promise.all(
    [...stages].flatMap(([kind, stage]) =>
      Object.entries(phases).map(async ([phase, does]) => ({
        ...(await connectTwo(api, stage, does)),
        kind,
        phase,
      })),
    ),
  );
  for (const { kind, phase, id, counsellor } of placed) {
    const { status } = phases[phase]!;
    await humanReaches(api, stages.get(kind)!.account, id, seenOver(kind, phase, status));
    // Also where nothing is told of it.
    await eventually(() => {
      expect(stages.get(kind)!.rung(counsellor)).toBe(1);
      return Promise.resolve();
    });
  }
  return placed;
}

async function legsOf(id: string) {
  return api.unitOfWork.rows(
    'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1 ORDER BY kind',
    [id],
  );
}
const CLOSED = Array.from({ length: 2 }, () => ({ open: false, hang_up_owed: false }));

/** All went on as the two people wanted, although another process followed it. */
async function wentOn(placed: readonly Placed[], phases: Readonly<Record<string, Phase>>): Promise<void> {
  for (const { id, kind, phase, counsellor } of placed) {
    const stage = stages.get(kind)!;
    const call = await humanReaches(api, stage.account, id, 'completed', 50_000);
    const seconds = (phases[phase]?.contact.hangsUpAfterMs ?? 0) / 1_000;
    expect([kind, phase, Math.abs(Number(call['duration_seconds']) - seconds) <= 2]).toEqual([
      kind,
      phase,
      true,
    ]);
    expect([call['status_reason'] ?? null, call['answered_at']]).toEqual([null, expect.any(String)]);
    expect(stage.rung(counsellor)).toBe(1);
    await eventually(async () => {
      expect(await legsOf(id)).toEqual(CLOSED);
    });
  }
}

/**
 * Plivo asks what is to be done with the counsellor who answers, of a process that is gone; all others go on.
 * @param reason of those that failed, if it is always the same
 */
async function wentOnOrFailed(placed: Placed[], phases: Parameters<typeof wentOn>[1], reason?: string) {
  const needsUs = ({ kind, phase }: Placed) => kind === 'plivo' && phase === 'the counsellor rings';
  for (const { id, kind } of placed.filter(needsUs)) {
    const call = await humanReaches(api, stages.get(kind)!.account, id, 'failed');
    if (reason !== undefined) expect(call['status_reason']).toBe(reason);
    expect(await legsOf(id)).toEqual(CLOSED);
  }
  await wentOn(
    placed.filter((call) => !needsUs(call)),
    phases,
  );
}

test('what a carrier joins goes on when its process dies, in each phase, and is followed by another one', async () => {
  const first = await media();
  const phases = { ...PHASES, 'nobody knows': UNKNOWN };
  const placed = await under(phases);
  await kill(first);
  // A process that holds no real calls leaves them alone.
  const worker = await TestApp.start({ ...shared, ROLE: 'worker' }, databaseUrl);
  await worker.advance(16_000);
  const other = await started();
  try {
    await other.advance(16_000);
    await wentOnOrFailed(placed, phases);
  } finally {
    await other.stop();
    await worker.stop();
    await first.stop();
  }
}, 120_000);

test('a process that stops leaves them to another one, and hangs up nobody', async () => {
  // Started again at the same address: callbacks find the calls by their tokens.
  const at = await reachable();
  const first = await media(at);
  const placed = await under(SHORT);
  await first.stop();
  const other = await started(at);
  try {
    await wentOnOrFailed(placed, SHORT, 'The call was stopped before the contact answered.');
  } finally {
    await other.stop();
  }
}, 120_000);

describe('a cancel', () => {
  let process: TestApp;
  beforeAll(async () => {
    process = await media();
  }, 60_000);
  afterAll(() => process.stop());

  const CASES = KINDS.flatMap((kind) =>
    (['the counsellor rings', 'the contact rings'] as const).map((phase) => [kind, phase] as const),
  );
  const canceled = new Map<string, Placed & { legs?: unknown }>();
  beforeAll(async () => {
    const { 'they talk': _, ...ringing } = SHORT;
    for (const call of await under(ringing)) canceled.set(`${call.kind} ${call.phase}`, call);
    for (const { id, kind } of canceled.values()) {
      await new HumanCallTests(api, stages.get(kind)!.account).cancel(id).expect(200);
    }
    // Long enough for whoever frees what a dead process left.
    await api.advance(11_000);
    for (const call of canceled.values()) if (call.kind === 'exotel') call.legs = await legsOf(call.id);
  }, 60_000);

  test.each(CASES)(
    'over %s while %s stops the phones, where the carrier can',
    async (kind, phase) => {
      const { id, counsellor, legs } = canceled.get(`${kind} ${phase}`)!;
      const stage = stages.get(kind)!;
      expect((await humanReaches(api, stage.account, id, 'canceled'))['status_reason']).toBe(
        'Canceled on request.',
      );
      const lines = await api.unitOfWork.rows('SELECT FROM line_use WHERE call_id = $1', [id]);
      expect(lines).toEqual([]);
      if (kind === 'exotel') {
        // The phones ring on, on their channels.
        expect(legs).toEqual(CLOSED.map((leg) => ({ ...leg, open: true })));
      }
      await eventually(
        async () => {
          expect((await stage.phone(counsellor)).isOver).toBe(true);
          expect(await legsOf(id)).toEqual(CLOSED);
        },
        kind === 'exotel' ? 40_000 : 8_000,
      );
      expect((await humanReaches(api, stage.account, id, 'canceled'))['duration_seconds']).toBeNull();
    },
    60_000,
  );
});
