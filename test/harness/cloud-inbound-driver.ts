import { FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import type { TestAccount, TestApp } from './app';
import { cloudService, cloudTrunk } from './cloud-service';
import { answeredByAgent } from './inbound';
import { compileThreads } from './sip-accounts';

/** A carrier with a number that an account's agent answers. */
interface InboundCarrier<Fake> {
  readonly fake: Fake;
  readonly trunk: { readonly id: string; readonly inboundUrl: string };
  readonly account: TestAccount;
  readonly called: string;
}

interface Parts {
  readonly service: TestApp;
  readonly plivo: InboundCarrier<FakePlivo>;
  readonly exotel: InboundCarrier<FakeExotel>;
}

/** A service with callers over carriers, for the suite around it. Twilio has a suite of its own. */
export class CloudInboundDriver {
  #parts: Parts | undefined;
  #callers = 0;

  constructor() {
    compileThreads();
    beforeAll(async () => {
      const service = await cloudService();
      const plivo = await inboundCarrier(service, await FakePlivo.open());
      const exotel = await inboundCarrier(service, await FakeExotel.open());
      this.#parts = { service, plivo, exotel };
    });
    afterAll(async () => {
      const { service, plivo, exotel } = this.#now;
      await service.stop();
      for (const { fake } of [plivo, exotel]) await fake.close();
    });
  }

  get service(): TestApp {
    return this.#now.service;
  }

  get plivo(): InboundCarrier<FakePlivo> {
    return this.#now.plivo;
  }

  get exotel(): InboundCarrier<FakeExotel> {
    return this.#now.exotel;
  }

  /** A number without earlier calls. */
  newCaller(): string {
    return `+9198200${String(++this.#callers).padStart(5, '0')}`;
  }

  callsFrom(caller: string) {
    return this.service.unitOfWork.rows('SELECT status FROM calls WHERE phone_number = $1', [caller]);
  }

  get #now(): Parts {
    if (!this.#parts) throw new Error('the driver is ready in hooks and tests alone');
    return this.#parts;
  }
}

async function inboundCarrier<Fake extends FakePlivo | FakeExotel>(
  service: TestApp,
  fake: Fake,
): Promise<InboundCarrier<Fake>> {
  const trunk = await cloudTrunk(service, fake.kind, fake.url);
  const account = await service.account();
  const { phoneNumber: called } = await answeredByAgent(service, account, trunk.id);
  return { fake, trunk, account, called };
}
