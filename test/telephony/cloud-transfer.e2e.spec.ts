import { Carriers } from '../../src/telephony';
import { eventually, type TestApp } from '../harness/app';
import { loudness, toneWav } from '../harness/audio-files';
import { makeAgent, number } from '../harness/builders';
import { cloudService, cloudTrunk } from '../harness/cloud-fakes/cloud-service';
import { FakePlivo, type PlivoScript } from '../harness/cloud-fakes/fake-plivo';
import { FakeTwilio, type TwilioScript } from '../harness/cloud-fakes/fake-twilio';
import { compileThreads, queueCall, reaches, sipAccount, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

const ASKS = 'I want to talk to a person, please transfer me.';
const HELPS = 'I will help you.';
/** The carrier's recording of the two: 400 Hz the contact, whose call it was first, 1,000 Hz the person. */
const RECORDED = toneWav(8_000, 2, [400, 1_000]);

const OPEN = { plivo: () => FakePlivo.open(), twilio: () => FakeTwilio.open() };
type Kind = keyof typeof OPEN;
const KINDS = Object.keys(OPEN) as Kind[];
/** Of the scripts what both fakes understand. */
type Script = TwilioScript & PlivoScript;

let service: TestApp;
let speech: SpeechServer;
const fakes = new Map<Kind, FakePlivo | FakeTwilio>();
const trunks = new Map<Kind, string>();
const logged: string[] = [];

beforeAll(async () => {
  speech = await SpeechServer.start();
  // Whatever is transcribed from a recording: nobody else in this suite is.
  speech.words.push(...Array.from({ length: 40 }, () => HELPS));
  service = await cloudService({ ...speech.environment, LOG_LEVEL: 'debug' }, (line) => logged.push(line));
  for (const kind of KINDS) {
    const fake = await OPEN[kind]();
    fakes.set(kind, fake);
    trunks.set(kind, (await cloudTrunk(service, kind, fake.url)).id);
  }
}, 120_000);
afterAll(async () => {
  for (const fake of fakes.values()) await fake.close();
  await service.stop();
  speech.close();
});

interface Case {
  readonly contact?: Script;
  readonly persons: readonly Script[];
  /** Whose numbers the persons have; India's, unless said otherwise. */
  readonly handoff?: readonly string[];
  readonly countries?: readonly string[];
  readonly recording?: boolean;
  /** Whether the carrier has the recording at once. */
  readonly isRecorded?: boolean;
}

let cases = 0;

/** Calls a contact who asks for a person. */
async function ask(
  kind: Kind,
  { contact = {}, persons, countries, recording, isRecorded = true, ...given }: Case,
) {
  const fake = fakes.get(kind)!;
  const keyterm = `${kind}-${++cases}`;
  speech.wordsByKeyterm.set(keyterm, [ASKS]);
  const account = await sipAccount(service, [trunks.get(kind)!], {
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
  return { account, id, fake, call, handoff, calls: (at: number) => fake.callsTo(handoff[at]!) };
}

type Asked = Awaited<ReturnType<typeof ask>>;

/** The lines of the timeline on the transfer. */
async function told({ account, id }: Asked): Promise<string[]> {
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  return data.filter(({ type }) => type === 'transfer').map(({ message }) => message);
}

function analysed({ account, id }: Asked) {
  return eventually(async () => {
    const { outcome } = await service.api(account).get(`/calls/${id}`);
    if (!outcome) throw new Error('it is not analysed yet');
    return outcome;
  }, 15_000);
}

/** The stored recording, as a client hears it. */
async function heard({ account, id }: Asked): Promise<Buffer> {
  const { recording_url } = await service.api(account).get(`/calls/${id}`);
  const answer = await fetch((recording_url ?? '').replace(/^https?:\/\/[^/]+/, service.origin));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

const ended = (asked: Asked) => reaches(service, asked.account, asked.id, 'completed', 40_000);

async function legsOf({ id }: Asked) {
  return service.unitOfWork.rows<{ kind: string; isOpen: boolean; named: boolean }>(
    `SELECT kind, ended_at IS NULL AS "isOpen", carrier_id IS NOT NULL AS named FROM legs WHERE call_id = $1 ORDER BY began_at`,
    [id],
  );
}

const TAKEN = ['A person is asked to take the call.', 'A person took the call.'];

for (const kind of KINDS) {
  test.concurrent.each<[string, Script]>([
    ['as it should be', {}],
    ['callbacks come twice, and late', { weather: { doubled: true, delays: [0, 200, 50] } }],
  ])(
    `${kind}: a person takes the call, and the carrier’s part is put into recording and transcript: %s`,
    async (_, contact) => {
      const asked = await ask(kind, { contact, persons: [{ ringMs: 1_000, hangUpAfterMs: 3_000 }] });
      const call = await ended(asked);
      expect(call).toMatchObject({ ended_by: 'human', recording_url: expect.any(String) as string });
      expect(await told(asked)).toEqual(TAKEN);
      const { transcript } = await analysed(asked);
      const after = transcript.slice(transcript.findLastIndex(({ text }) => text === ASKS) + 1);
      const words = after.filter(({ speaker }) => speaker !== 'agent');
      expect(words.map(({ speaker }) => speaker).sort()).toEqual(['contact', 'human']);
      expect(words.map(({ text }) => text)).toEqual([HELPS, HELPS]);
      const wav = await heard(asked);
      const from = (words[0]?.start_ms ?? 0) / 1_000;
      // On the left the person, as the agent before; on the right the contact.
      expect(loudness(wav, 0, 1_000, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
      expect(loudness(wav, 1, 400, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
      const seconds = (wav.length - 44) / 32_000;
      expect(Math.abs(seconds - (call.duration_seconds ?? 0))).toBeLessThan(1.3);
      expect(await legsOf(asked)).toEqual([
        { kind: 'contact', isOpen: false, named: true },
        { kind: 'transfer', isOpen: false, named: true },
      ]);
      expect(asked.calls(0)).toHaveLength(1);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: the first is busy, the second takes it, and the contact hangs up`,
    async () => {
      const asked = await ask(kind, {
        contact: { leavesDialAfterMs: 3_000 },
        persons: [{ becomes: 'busy' }, { hangUpAfterMs: null }],
      });
      const call = await ended(asked);
      expect(call.ended_by).toBe('contact');
      expect(await told(asked)).toEqual([
        'A person is asked to take the call.',
        'The phone of the person was busy.',
        ...TAKEN,
      ]);
      expect(asked.calls(1)).toHaveLength(1);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: nobody takes it: the agent says so and goes on`,
    async () => {
      const asked = await ask(kind, { persons: [{ becomes: 'busy' }, { becomes: 'failed' }] });
      const call = await ended(asked);
      expect(call.ended_by).toBe('agent');
      const lines = await told(asked);
      expect(lines[1]).toBe('The phone of the person was busy.');
      expect(lines.at(-1)).toBe('Nobody took the call.');
      const { transcript } = await analysed(asked);
      const after = transcript.slice(transcript.findIndex(({ text }) => text === ASKS) + 1);
      expect(new Set(after.map(({ speaker }) => speaker))).toEqual(new Set(['agent']));
      expect(after.map(({ text }) => text).join(' ')).toMatch(/none of our counsellors is free/i);
      // The contact hears it, on the stream that the carrier connected again.
      const { stream } = asked.call;
      expect(stream?.heard.length).toBeGreaterThan(50);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: a number outside the countries of the account is not rung`,
    async () => {
      const asked = await ask(kind, { persons: [{}], handoff: ['+12025550123'], countries: ['IN'] });
      await ended(asked);
      expect(await told(asked)).toEqual([
        expect.stringMatching(/^The number of the person /u),
        'Nobody took the call.',
      ]);
      expect(asked.calls(0)).toHaveLength(0);
      expect(asked.call.stream?.clears).toBeGreaterThan(0);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: the contact hangs up while it rings: the ringing stops`,
    async () => {
      const asked = await ask(kind, {
        contact: { leavesDialAfterMs: 1_000 },
        persons: [{ becomes: 'rings' }],
      });
      const call = await ended(asked);
      expect(call.ended_by).toBe('contact');
      expect((await legsOf(asked)).filter(({ isOpen }) => isOpen)).toEqual([]);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: a hang-up of ours while it rings ends both phones; the trace has no token`,
    async () => {
      const asked = await ask(kind, { persons: [{ becomes: 'rings' }] });
      await eventually(async () => {
        expect(await told(asked)).toEqual(TAKEN.slice(0, 1));
        expect(asked.calls(0)).toHaveLength(1);
      }, 20_000);
      await service.app.get(Carriers, { strict: false }).find(kind)?.hangUp(`${asked.id}.1`);
      await ended(asked);
      await eventually(() => {
        const over = ['completed', 'canceled', 'cancel', 'no-answer'];
        expect(over).toContain(asked.call.status);
        expect(over).toContain(asked.calls(0)[0]?.status);
        return Promise.resolve();
      });
      const { data } = await service.api(asked.account).get(`/calls/${asked.id}/timeline`);
      expect(JSON.stringify(data)).not.toContain(asked.handoff[0]);
    },
    60_000,
  );

  test.concurrent(
    `${kind}: an account that records nothing: the carrier does not either`,
    async () => {
      const asked = await ask(kind, {
        persons: [{ ringMs: 100, hangUpAfterMs: 1_000 }],
        recording: false,
        isRecorded: false,
      });
      const call = await ended(asked);
      expect(call.ended_by).toBe('human');
      expect(call.recording_url ?? null).toBeNull();
      const { transcript } = await analysed(asked);
      expect(transcript.at(-1)).toMatchObject({ speaker: 'human', text: '(not transcribed)' });
      expect(asked.fake.recordings.asked.join(' ')).not.toContain(asked.call.id);
    },
    60_000,
  );
}

test.concurrent(
  'what is forged about a person changes nothing',
  async () => {
    const asked = await ask('twilio', { persons: [{ becomes: 'rings' }] });
    const twilio = asked.fake as FakeTwilio;
    const status = await eventually(() => {
      const [person] = twilio.callsTo(asked.handoff[0]!);
      if (!person?.callbackUrl) throw new Error('the person is not rung yet');
      return Promise.resolve(person.callbackUrl.split('#', 1)[0]!);
    }, 20_000);
    const next = status.replace(/status$/, 'next');
    const fields = { CallSid: asked.call.id, CallStatus: 'completed', DialCallStatus: 'completed' };
    const post = (url: string, signature: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'x-twilio-signature': signature },
        body: new URLSearchParams(fields),
      });
    const answers = await Promise.all([
      post(next, 'none'),
      post(next, twilio.sign(status, fields)),
      post(next.replace(/[\w-]{43}/, 'x'.repeat(43)), twilio.sign(next, fields)),
      post(status, twilio.sign(next, fields)),
    ]);
    expect(answers.map(({ status: code }) => code)).toEqual([404, 404, 404, 404]);
    expect((await fetch(next)).status).toBe(405);
    expect(await told(asked)).toEqual(TAKEN.slice(0, 1));
    expect(await legsOf(asked)).toMatchObject([{ isOpen: true }, { isOpen: true }]);
    await service.app.get(Carriers, { strict: false }).find('twilio')?.hangUp(`${asked.id}.1`);
    await ended(asked);
  },
  60_000,
);

test.each(KINDS)(
  '%s: a part that comes after a minute is heard, and not transcribed any more',
  async (kind) => {
    const asked = await ask(kind, {
      persons: [{ ringMs: 100, hangUpAfterMs: 2_500 }],
      isRecorded: false,
    });
    await ended(asked);
    await service.advance(61_000);
    const { transcript } = await analysed(asked);
    const person = transcript.find(({ speaker }) => speaker === 'human');
    expect(person?.text).toBe('(not transcribed)');
    asked.fake.recordings.of(asked.call.id, { audio: RECORDED });
    await service.advance(60_000);
    const from = (person?.start_ms ?? 0) / 1_000;
    await eventually(async () => {
      expect(loudness(await heard(asked), 1, 400, from + 0.3, from + 1.3)).toBeGreaterThan(0.2);
    });
    const read = await service.api(asked.account).get(`/calls/${asked.id}`);
    expect(read.outcome?.transcript).toEqual(transcript);
  },
  60_000,
);

test('no number, token or word was logged', () => {
  const all = logged.join('');
  expect(all).toContain('"level"');
  expect(all).not.toContain(ASKS);
  expect(all).not.toContain(HELPS);
  expect(all).not.toMatch(/telephony\/[a-z]+\/[\w-]{43}/);
});
