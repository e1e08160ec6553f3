import { randomBytes } from 'node:crypto';
import { CarrierFacts, Carriers } from '../../src/telephony';
import { RecordingFetches } from '../../src/telephony/application/recording-fetches';
import { hashOf } from '../../src/telephony/infrastructure/cloud/cloud-leg-record';
import { LegRepository } from '../../src/telephony/infrastructure/leg.repository';
import type { TestApp } from './app';
import { cloudTrunk } from './cloud-fakes/cloud-service';
import { FakeExotel } from './cloud-fakes/fake-exotel';
import { FakePlivo } from './cloud-fakes/fake-plivo';
import { FakeTwilio } from './cloud-fakes/fake-twilio';
import { HumanCallTests } from './human-calls';
import { sipAccount } from './sip-accounts';

const FAKES = {
  twilio: () => FakeTwilio.open(),
  plivo: () => FakePlivo.open(),
  exotel: () => FakeExotel.open(),
};

export type Kind = keyof typeof FAKES;

/** A human call that a carrier joined, and that is over. */
export interface JoinedCall {
  readonly id: string;
  readonly carrierId: string;
  /** In the addresses that the carrier was given. */
  readonly token: string;
}

/** Human calls over one carrier, with the carrier's recordings. How it joins them is not looked at here. */
export class RecordedCalls {
  private constructor(
    readonly service: TestApp,
    readonly kind: Kind,
    readonly fake: FakeTwilio | FakePlivo | FakeExotel,
    readonly trunkId: string,
    readonly calls: HumanCallTests,
  ) {}

  static async begin(service: TestApp, kind: Kind): Promise<RecordedCalls> {
    const fake = await FAKES[kind]();
    const { id } = await cloudTrunk(service, kind, fake.url);
    const account = await sipAccount(service, [id], { carrier: kind });
    const carrier = service.app.get(Carriers, { strict: false }).find(kind);
    if (!carrier) throw new Error(`there is no ${kind}`);
    jest.spyOn(carrier, 'connectTwo').mockResolvedValue({ kind: 'accepted', carrierId: null });
    return new RecordedCalls(service, kind, fake, id, new HumanCallTests(service, account));
  }

  /** A call whose two talked for two seconds, of which the carrier has a recording as soon as it has one. */
  async over(fields: object = { analyze: true }): Promise<JoinedCall> {
    const counsellor_id = await this.calls.counsellor();
    const { id } = await this.calls.call({ counsellor_id, ...fields });
    await this.calls.reaches(id, 'ringing_counsellor');
    const carrierId = randomBytes(16).toString('hex');
    const named = { id, carrierId: this.kind === 'twilio' ? `CA${carrierId}` : carrierId };
    const token = randomBytes(32).toString('base64url');
    await this.#name(named, token);
    for (const leg of ['counsellor', 'contact'] as const) await this.#tell(id, { type: 'answered', leg });
    const late = { trunkId: this.trunkId, carrierId: named.carrierId };
    const recorded = { ms: 2_000, stored: false, late };
    await this.#tell(id, {
      type: 'ended',
      end: { cause: 'hung_up', by: 'contact', talkMs: 2_000, recorded },
    });
    await this.calls.reaches(id, 'completed');
    return { ...named, token };
  }

  /** Moves the clock, and waits until what is due then was looked for. */
  async advance(seconds: number): Promise<void> {
    await this.service.advance(seconds * 1_000);
    await this.service.app.get(RecordingFetches, { strict: false }).idle();
  }

  async #name({ id, carrierId }: { id: string; carrierId: string }, token: string): Promise<void> {
    const legs = this.service.app.get(LegRepository, { strict: false });
    const leg = await this.service.unitOfWork.row<{ id: string }>(
      `SELECT id FROM legs WHERE call_id = $1 AND kind = 'counsellor'`,
      [id],
    );
    await legs.issue(leg?.id ?? '', hashOf(token), null);
    await legs.name(leg?.id ?? '', carrierId);
  }

  async #tell(id: string, what: object): Promise<void> {
    const fact = { reference: `${id}.1`, at: this.service.clock.now(), ...what };
    await this.service.app.get(CarrierFacts, { strict: false }).take(this.kind, fact as never);
  }
}
