import { CarrierRecordingFetcher } from '../../src/carriers/application/carrier-recording-fetcher';
import { type CloudFake, type CloudKind, FAKES } from '../fakes/carriers/index.mjs';
import type { TestApp } from './app';
import { HumanCallTests } from './human-calls';
import { cloudStage, connectTwo, type HumanStage } from './human-stages';

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
    private readonly stage: HumanStage,
    readonly calls: HumanCallTests,
  ) {}

  static async begin(service: TestApp, kind: CloudKind): Promise<RecordedCalls> {
    const fake = await FAKES[kind].open();
    const stage = await cloudStage(service, fake);
    return new RecordedCalls(service, fake, stage, new HumanCallTests(service, stage.account));
  }

  /** A call whose two have talked. */
  async over(fields: object = { analyze: true }): Promise<JoinedCall> {
    const does = {
      counsellor: { is: 'answering' },
      contact: { is: 'answering', hangsUpAfterMs: 300 },
    } as const;
    const { id } = await connectTwo(this.service, this.stage, does, fields);
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
    await this.service.app.get(CarrierRecordingFetcher, { strict: false }).idle();
  }
}
