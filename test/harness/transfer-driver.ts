import { Carriers } from '../../src/carriers';
import { eventually, type TestApp } from './app';
import { toneWav } from './audio-files';
import { makeAgent, number } from './builders';
import { cloudService, cloudTrunk } from './cloud-service';
import { FakePlivo, type PlivoScript } from '../fakes/carriers/plivo.mjs';
import { FakeTwilio, type TwilioScript } from '../fakes/carriers/twilio.mjs';
import { queueCall, reaches, sipAccount, TALKS } from './sip-accounts';
import { SpeechServer } from './speech-server';

/** The contact's words. */
export const ASKS = 'I want to talk to a person, please transfer me.';
/** The words in the carrier's recording of both. */
export const HELPS = 'I will help you.';
/** That recording: 400 Hz the contact, whose call it was first, 1,000 Hz the person. */
export const RECORDED = toneWav(8_000, 2, [400, 1_000]);

const OPEN = { plivo: () => FakePlivo.open(), twilio: () => FakeTwilio.open() };
type Kind = keyof typeof OPEN;
/** The carriers that hand a contact over. */
export const KINDS = Object.keys(OPEN) as Kind[];

/** Scripts that both fakes understand. */
export type TransferScript = TwilioScript & PlivoScript;

export interface TransferCase {
  readonly contact?: TransferScript;
  readonly persons: readonly TransferScript[];
  /** Country of the persons' numbers; India by default. */
  readonly handoff?: readonly string[];
  readonly countries?: readonly string[];
  readonly recording?: boolean;
  /** Whether the carrier has the recording at once. */
  readonly isRecorded?: boolean;
}

/** A call whose contact requests a person. */
export type Asked = Awaited<ReturnType<TransferDriver['ask']>>;

/** A service with a trunk of each carrier that hands contacts over to persons. */
export class TransferDriver {
  /** What the service logged. */
  readonly logged: string[] = [];
  readonly #fakes = new Map<Kind, FakePlivo | FakeTwilio>();
  readonly #trunks = new Map<Kind, string>();
  #speech!: SpeechServer;
  #service!: TestApp;
  #cases = 0;

  get service(): TestApp {
    return this.#service;
  }

  async open(): Promise<void> {
    this.#speech = await SpeechServer.start();
    // Only recordings are transcribed then.
    this.#speech.words.push(...Array.from({ length: 40 }, () => HELPS));
    const settings = { ...this.#speech.environment, LOG_LEVEL: 'debug' };
    this.#service = await cloudService(settings, (line) => this.logged.push(line));
    for (const kind of KINDS) {
      const fake = await OPEN[kind]();
      this.#fakes.set(kind, fake);
      this.#trunks.set(kind, (await cloudTrunk(this.#service, kind, fake.url)).id);
    }
  }

  async close(): Promise<void> {
    for (const fake of this.#fakes.values()) await fake.close();
    await this.#service.stop();
    this.#speech.close();
  }

  /** Calls a contact who requests a person. */
  async ask(
    kind: Kind,
    { contact = {}, persons, countries, recording, isRecorded = true, ...given }: TransferCase,
  ) {
    const service = this.#service;
    const fake = this.#fakes.get(kind)!;
    const keyterm = `${kind}-${++this.#cases}`;
    this.#speech.wordsByKeyterm.set(keyterm, [ASKS]);
    const account = await sipAccount(service, [this.#trunks.get(kind)!], {
      carrier: kind,
      ...(recording !== undefined && { recording }),
    });
    const handoff = given.handoff ?? persons.map(() => number('0001'));
    const agent_id = await makeAgent(service, account, {
      name: 'Priya',
      language: 'english',
      opening_line: 'Hello, this is Asha.',
      keyterms: [keyterm],
      handoff_numbers: handoff,
      ...TALKS,
    });
    if (countries) {
      await service.unitOfWork.affected('UPDATE accounts SET countries = $2::jsonb WHERE id = $1', [
        account.id,
        JSON.stringify(countries),
      ]);
    }
    const phone = number('0001');
    fake.will(phone, { speaksAtMs: 2_500, ...contact });
    for (const [at, person] of persons.entries()) fake.will(handoff[at]!, person);
    const id = await queueCall(service, { ...account, agent_id }, phone);
    const call = await eventually(() => {
      const [made] = fake.callsTo(phone);
      return made ? Promise.resolve(made) : Promise.reject(new Error('it is not asked for yet'));
    });
    if (isRecorded) fake.recordings.of(call.id, { audio: RECORDED });
    return { kind, account, id, fake, call, handoff, calls: (at: number) => fake.callsTo(handoff[at]!) };
  }

  /** The call, once it is over. */
  ended({ account, id }: Asked) {
    return reaches(this.#service, account, id, 'completed', 40_000);
  }

  async hangUp({ kind, id }: Asked): Promise<void> {
    await this.#service.app.get(Carriers, { strict: false }).find(kind)?.hangUp(`${id}.1`);
  }

  /** The lines of the timeline on the transfer. */
  async told({ account, id }: Asked): Promise<string[]> {
    const { data } = await this.#service.api(account).get(`/calls/${id}/timeline`);
    return data.filter(({ type }) => type === 'transfer').map(({ message }) => message);
  }

  /** The outcome, once there is one. */
  analysed({ account, id }: Asked) {
    return eventually(async () => {
      const { outcome } = await this.#service.api(account).get(`/calls/${id}`);
      if (!outcome) throw new Error('it is not analysed yet');
      return outcome;
    }, 15_000);
  }

  /** The stored recording, as a client downloads it. */
  async heard({ account, id }: Asked): Promise<Buffer> {
    const { recording_url } = await this.#service.api(account).get(`/calls/${id}`);
    const answer = await fetch((recording_url ?? '').replace(/^https?:\/\/[^/]+/, this.#service.origin));
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  async legs({ id }: Asked) {
    return this.#service.unitOfWork.rows<{ kind: string; isOpen: boolean; named: boolean }>(
      `SELECT kind, ended_at IS NULL AS "isOpen", carrier_id IS NOT NULL AS named FROM legs WHERE call_id = $1 ORDER BY began_at`,
      [id],
    );
  }
}
