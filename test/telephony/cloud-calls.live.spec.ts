import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { type CloudFake, type CloudKind, FAKES } from '../fakes/carriers/index.mjs';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { casesOf } from '../harness/cloud-call-cases';
import { cloudService, cloudTrunk } from '../harness/cloud-service';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

interface Placed {
  readonly account: SipAccount;
  readonly id: string;
  readonly phone: string;
}

/** All calls of a carrier at once, over one trunk but for those that put it out. */
class Driver {
  readonly cases;
  readonly #placed = new Map<string, Placed>();
  #fake?: CloudFake;

  constructor(private readonly kind: CloudKind) {
    this.cases = casesOf(kind);
  }

  get fake(): CloudFake {
    if (!this.#fake) throw new Error(`no call was placed: ${this.kind}`);
    return this.#fake;
  }

  async begin(service: TestApp): Promise<void> {
    const fake = (this.#fake = await FAKES[this.kind].open());
    const ownAccount = async () => {
      const trunk = await cloudTrunk(service, this.kind, fake.url);
      return sipAccount(service, [trunk.id], { carrier: this.kind });
    };
    const shared = await ownAccount();
    for (const [name, script] of Object.entries(this.cases)) {
      const account = script.isTrunkOut ? await ownAccount() : shared;
      const phone = number('0001');
      // Each carrier has scripts of its own.
      fake.will(phone, script as object);
      this.#placed.set(name, { account, phone, id: await queueCall(service, account, phone) });
    }
  }

  placed(name: string): Placed & { readonly carrierIds: () => readonly string[] } {
    const placed = this.#placed.get(name);
    if (!placed) throw new Error(`no call was placed: ${name}`);
    return { ...placed, carrierIds: () => this.fake.callsTo(placed.phone).map(({ id }) => id) };
  }
}

const STAGES = (Object.keys(FAKES) as CloudKind[]).map((kind) => [kind, new Driver(kind)] as const);

let service: TestApp;
let openRtp: jest.SpyInstance;

beforeAll(async () => {
  service = await cloudService();
  openRtp = jest.spyOn(service.app.get(SipStack, { strict: false }).legs, 'openRtp');
  for (const [, driver] of STAGES) await driver.begin(service);
});
afterAll(async () => {
  await service.stop();
  for (const [, { fake }] of STAGES) await fake.close();
});

describe.each(STAGES)('%s', (_kind, driver) => {
  test.each(Object.entries(driver.cases))(
    'ends as its table of cases lists: %s',
    async (name, { becomesHere, expected = {}, refused }) => {
      const { account, id, carrierIds: idsThere } = driver.placed(name);
      await reaches(service, account, id, becomesHere, 25_000);
      await eventually(async () => {
        expect(await service.api(account).get(`/calls/${id}`)).toMatchObject(expected);
      });
      const carrierIds = idsThere();
      // The carrier gets one request, whatever was lost.
      expect(carrierIds).toHaveLength(refused ? 0 : 1);
      const legs = await service.unitOfWork.rows<{ open: boolean; carrier_id: string | null }>(
        'SELECT ended_at IS NULL AS open, carrier_id FROM legs WHERE call_id = $1',
        [id],
      );
      expect(legs).toEqual([{ open: false, carrier_id: carrierIds[0] ?? null }]);
    },
  );

  test('accepts every callback that was sent in the end', async () => {
    const { network } = driver.fake;
    await network.quiet();
    expect(network.sent.length).toBeGreaterThan(20);
    expect([...network.sent].filter(({ status }) => status !== 200)).toEqual([]);
  });
});

test('opens no RTP ports for calls over the web', () => expect(openRtp).not.toHaveBeenCalled());
