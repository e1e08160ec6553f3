import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CarrierRecordingFetcher } from '../../src/carriers/application/carrier-recording-fetcher';
import { PendingRecordingRepository } from '../../src/carriers/infrastructure/recordings/pending-recording.repository';
import { type CloudFake, type CloudKind, FAKES } from '../fakes/carriers/index.mjs';
import { AUTH_TOKEN } from '../fakes/carriers/twilio.mjs';
import type { TestApp } from './app';
import { toneWav } from './audio-files';
import { cloudService } from './cloud-service';
import { HumanCallTests } from './human-calls';
import { cloudCallDriver, connectTwo, type HumanCallDriver } from './human-call-drivers';
import { compileThreads } from './sip-accounts';

/** 400 Hz the counsellor, 1,000 Hz the contact. */
export const RECORDED = toneWav(8_000, 2, [400, 1_000]);

/** A human call that a carrier joined, and that is over. */
export interface JoinedCall {
  readonly id: string;
  readonly carrierCallId: string;
}

/** Human calls that one carrier joins and records. */
export class RecordedCalls {
  private constructor(
    readonly service: TestApp,
    readonly fake: CloudFake,
    private readonly driver: HumanCallDriver,
    readonly calls: HumanCallTests,
  ) {}

  static async begin(service: TestApp, kind: CloudKind): Promise<RecordedCalls> {
    const fake = await FAKES[kind].open();
    const driver = await cloudCallDriver(service, fake);
    return new RecordedCalls(service, fake, driver, new HumanCallTests(service, driver.account));
  }

  /** A call whose two have talked. */
  async over(fields: object = { analyze: true }): Promise<JoinedCall> {
    const does = {
      counsellor: { is: 'answering' },
      contact: { is: 'answering', hangsUpAfterMs: 300 },
    } as const;
    const { id } = await connectTwo(this.service, this.driver, does, fields);
    await this.calls.reaches(id, 'completed');
    const leg = await this.service.unitOfWork.row<{ carrierCallId: string }>(
      `SELECT carrier_id AS "carrierCallId" FROM legs WHERE call_id = $1 AND kind = 'counsellor'`,
      [id],
    );
    return { id, carrierCallId: leg?.carrierCallId ?? '' };
  }

  /** Moves the clock, and waits until what is due then was looked for. */
  async advance(seconds: number): Promise<void> {
    await this.service.advance(seconds * 1_000);
    await this.idle();
  }

  /** Waits until no look is under way. */
  async idle(): Promise<void> {
    await this.service.app.get(CarrierRecordingFetcher, { strict: false }).idle();
  }

  /** Downloads the stored recording, as a client does. */
  async download({ id }: JoinedCall): Promise<Buffer> {
    const { recording_url } = await this.calls.read(id);
    const answer = await fetch((recording_url ?? '').replace(/^https?:\/\/[^/]+/, this.service.origin));
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }
}

/** A service whose human calls each carrier joins and records, for the suite around it. */
export class LateRecordingsDriver {
  readonly #log: string[] = [];
  readonly #carriers = new Map<CloudKind, RecordedCalls>();
  #service: TestApp | undefined;

  constructor() {
    compileThreads();
    beforeAll(async () => {
      this.#service = await cloudService({ LOG_LEVEL: 'info' }, (line) => this.#log.push(line));
      for (const kind of ['twilio', 'plivo', 'exotel'] as const)
        this.#carriers.set(kind, await RecordedCalls.begin(this.service, kind));
    });
    afterEach(async () => {
      // What a test left must not be found by the next.
      await this.service.unitOfWork.affected('DELETE FROM late_recordings', []);
    });
    afterAll(async () => {
      for (const { fake } of this.#carriers.values()) await fake.close();
      await this.service.stop();
    });
  }

  get service(): TestApp {
    if (!this.#service) throw new Error('the driver is ready in hooks and tests alone');
    return this.#service;
  }

  /** What the service has logged in all tests so far. */
  get log(): string {
    return this.#log.join('\n');
  }

  get rows(): PendingRecordingRepository {
    return this.service.app.get(PendingRecordingRepository, { strict: false });
  }

  on(kind: CloudKind): RecordedCalls {
    return this.#carriers.get(kind)!;
  }

  /** Checks all tests so far: no file is left on the disk, and no secret in the log. */
  async expectNothingLeft(): Promise<void> {
    const unfinished = join(this.service.dataDir, 'recordings', 'unfinished');
    expect(await readdir(unfinished).catch(() => [])).toEqual([]);
    expect(this.log).not.toBe('');
    for (const what of [new RegExp(AUTH_TOKEN), /\/media\/|Recordings\/RE/, /"status":500/])
      expect([what, what.test(this.log)]).toEqual([what, false]);
  }
}
