import { createDatabase, dropDatabase, eventually, TestApp } from './app';
import { reachable } from './cloud-service';
import { humanReaches, type HumanSipCall } from './human-sip';
import { connectTwo, type Doing, humanCallDriver, type HumanCallDriver } from './human-call-drivers';
import { compileThreads } from './sip-accounts';

export const JOINING_KINDS = ['twilio', 'plivo', 'exotel'] as const;
export type JoiningKind = (typeof JOINING_KINDS)[number];

/** How far a call is, and what its two phones do from then on. */
export interface Phase {
  readonly counsellor: Doing;
  readonly contact: Doing;
  /** As the API shows it; Exotel reports nothing before the end. */
  readonly status: string;
}

export type Phases = Readonly<Record<string, Phase>>;

export interface PlacedCall extends HumanSipCall {
  readonly kind: JoiningKind;
  readonly phase: string;
}

/** Who has answered when misfortune strikes: after it a phone rings for `ringMs`, or the two talk for `talkMs`. */
export function phasesOf(ms: Readonly<Record<'ringMs' | 'shortTalkMs' | 'talkMs', number>>) {
  return {
    'the counsellor rings': {
      counsellor: { is: 'answering', ringMs: ms.ringMs },
      contact: { is: 'answering', hangsUpAfterMs: ms.shortTalkMs },
      status: 'ringing_counsellor',
    },
    'the contact rings': {
      counsellor: { is: 'answering' },
      contact: { is: 'answering', ringMs: ms.ringMs, hangsUpAfterMs: ms.shortTalkMs },
      status: 'connecting',
    },
    'they talk': {
      counsellor: { is: 'answering' },
      contact: { is: 'answering', hangsUpAfterMs: ms.talkMs },
      status: 'in_progress',
    },
  } as const satisfies Phases;
}

export const SHORT_PHASES = phasesOf({ ringMs: 8_000, shortTalkMs: 2_000, talkMs: 10_000 });

/** Both legs of a call that is over. */
export const CLOSED = Array.from({ length: 2 }, () => ({ open: false, hang_up_owed: false }));

/** Exotel reports nothing before the end. Plivo requests instructions for the counsellor's leg, which identifies the call. */
function seenOver(kind: JoiningKind, phase: string, status: string): string {
  if (kind === 'exotel') return 'ringing_counsellor';
  return kind === 'plivo' && phase === 'nobody knows' ? 'connecting' : status;
}

/** A service in several processes, and carriers that join human calls, for the suite around it. */
export class CarrierBridgeDriver {
  #parts: { readonly api: TestApp; readonly databaseUrl: string } | undefined;
  readonly #carriers = new Map<JoiningKind, HumanCallDriver>();

  constructor() {
    compileThreads();
    beforeAll(async () => {
      const databaseUrl = await createDatabase();
      this.#parts = { databaseUrl, api: await this.#start(databaseUrl, { ROLE: 'api' }) };
    });
    afterAll(async () => {
      const { api, databaseUrl } = this.#now;
      await api.stop();
      for (const carrier of this.#carriers.values()) await carrier.close();
      await dropDatabase(databaseUrl);
    });
  }

  get api(): TestApp {
    return this.#now.api;
  }

  carrier(kind: JoiningKind): HumanCallDriver {
    return this.#carriers.get(kind)!;
  }

  /** Starts a process that leaves real calls to others. */
  worker(): Promise<TestApp> {
    return this.#start(this.#now.databaseUrl, { ROLE: 'worker' });
  }

  /** Starts a process that has real calls. */
  async media(at?: Record<string, string>): Promise<TestApp> {
    const environment = { ...(at ?? (await reachable())), ROLE: 'media', DRAIN_SECONDS: '0' };
    const process = await this.#start(this.#now.databaseUrl, environment);
    for (const kind of JOINING_KINDS) {
      if (!this.#carriers.has(kind)) this.#carriers.set(kind, await humanCallDriver(process, kind, this.api));
    }
    return process;
  }

  /** Places calls over all carriers, each in its phase. */
  async place(phases: Phases): Promise<PlacedCall[]> {
    const placed = await Promise.all(
      [...this.#carriers].flatMap(([kind, carrier]) =>
        Object.entries(phases).map(async ([phase, does]) => ({
          ...(await connectTwo(this.api, carrier, does)),
          kind,
          phase,
        })),
      ),
    );
    for (const { kind, phase, id, counsellor } of placed) {
      const carrier = this.carrier(kind);
      await humanReaches(this.api, carrier.account, id, seenOver(kind, phase, phases[phase]!.status));
      // Also where the carrier does not report it.
      await eventually(() => {
        expect(carrier.rung(counsellor)).toBe(1);
        return Promise.resolve();
      });
    }
    return placed;
  }

  legsOf(id: string) {
    return this.api.unitOfWork.rows(
      'SELECT ended_at IS NULL AS open, hang_up_owed FROM legs WHERE call_id = $1 ORDER BY kind',
      [id],
    );
  }

  #start(databaseUrl: string, environment: Record<string, string>): Promise<TestApp> {
    const shared = {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: '9'.repeat(64),
      PUBLIC_URL: 'http://127.0.0.1:1',
    };
    return TestApp.start({ ...shared, ...environment }, databaseUrl);
  }

  get #now() {
    if (!this.#parts) throw new Error('the driver is ready in hooks and tests alone');
    return this.#parts;
  }
}
