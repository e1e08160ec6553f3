import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { EXOTEL_CASES, PLIVO_CASES, TWILIO_CASES } from '../harness/cloud-call-cases';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { FakeExotel } from '../fakes/carriers/exotel.mjs';
import { FakePlivo } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio } from '../fakes/carriers/twilio.mjs';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

/** A carrier's fake, as far as all are alike. */
interface Fake {
  readonly url: string;
  readonly network: FakeTwilio['network'] | FakeExotel['network'];
  close(): Promise<void>;
}

interface Placed {
  readonly account: SipAccount;
  readonly id: string;
  readonly phone: string;
}

/** All calls of a carrier at once, over one trunk but for those that put it out. */
class Stage<Script extends { readonly isTrunkOut?: boolean }, F extends Fake> {
  readonly #placed = new Map<string, Placed>();
  fake: F | null = null;

  constructor(
    private readonly kind: 'twilio' | 'plivo' | 'exotel',
    readonly cases: Readonly<Record<string, Script>>,
    private readonly open: () => Promise<F>,
    private readonly will: (fake: F, phone: string, script: Script) => void,
    private readonly idsTo: (fake: F, phone: string) => string[],
  ) {}

  async begin(service: TestApp): Promise<void> {
    const fake = (this.fake = await this.open());
    const ownAccount = async () => {
      const trunk = await cloudTrunk(service, this.kind, fake.url);
      return sipAccount(service, [trunk.id], { carrier: this.kind });
    };
    const shared = await ownAccount();
    for (const [name, script] of Object.entries(this.cases)) {
      const account = script.isTrunkOut ? await ownAccount() : shared;
      const phone = number('0001');
      this.will(fake, phone, script);
      this.#placed.set(name, { account, phone, id: await queueCall(service, account, phone) });
    }
  }

  placed(name: string): Placed & { readonly carrierIds: () => readonly string[] } {
    const placed = this.#placed.get(name);
    const { fake } = this;
    if (!placed || !fake) throw new Error(`no call was placed: ${name}`);
    return { ...placed, carrierIds: () => this.idsTo(fake, placed.phone) };
  }
}

const CARRIERS = {
  twilio: new Stage(
    'twilio',
    TWILIO_CASES,
    () => FakeTwilio.open(),
    (fake, phone, script) => fake.will(phone, script),
    (fake, phone) => fake.callsTo(phone).map(({ id }) => id),
  ),
  plivo: new Stage(
    'plivo',
    PLIVO_CASES,
    () => FakePlivo.open(),
    (fake, phone, script) => fake.will(phone, script),
    (fake, phone) => fake.callsTo(phone).map(({ id }) => id),
  ),
  exotel: new Stage(
    'exotel',
    EXOTEL_CASES,
    () => FakeExotel.open(),
    (fake, phone, script) => fake.will(phone, script),
    (fake, phone) => fake.callsTo(phone).map(({ id }) => id),
  ),
};

let service: TestApp;
let openRtp: jest.SpyInstance;

beforeAll(async () => {
  service = await cloudService();
  openRtp = jest.spyOn(service.app.get(SipStack, { strict: false }).legs, 'openRtp');
  for (const stage of Object.values(CARRIERS)) await stage.begin(service);
}, 120_000);
afterAll(async () => {
  await service.stop();
  for (const { fake } of Object.values(CARRIERS)) await fake?.close();
});

describe.each(Object.entries(CARRIERS))('%s', (_kind, stage) => {
  test.each(Object.entries(stage.cases))(
    '%s',
    async (name, { becomesHere, expected = {}, refused }) => {
      const { account, id, carrierIds: idsThere } = stage.placed(name);
      await reaches(service, account, id, becomesHere, 25_000);
      await eventually(async () => {
        expect(await service.api(account).get(`/calls/${id}`)).toMatchObject(expected);
      });
      const carrierIds = idsThere();
      // Asked once, whatever was lost.
      expect(carrierIds).toHaveLength(refused ? 0 : 1);
      const legs = await service.unitOfWork.rows<{ open: boolean; carrier_id: string | null }>(
        'SELECT ended_at IS NULL AS open, carrier_id FROM legs WHERE call_id = $1',
        [id],
      );
      expect(legs).toEqual([{ open: false, carrier_id: carrierIds[0] ?? null }]);
    },
    30_000,
  );

  test('every callback that was sent was taken in the end', async () => {
    const network = stage.fake?.network;
    await network?.quiet();
    expect(network?.sent.length).toBeGreaterThan(20);
    expect(network?.sent.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

test('calls over the web take no ports of RTP', () => expect(openRtp).not.toHaveBeenCalled());
