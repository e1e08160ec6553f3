import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { channelsOf, soundsIn, writeTones } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-transfer-'));
const speaks = join(folder, 'speaks.wav');
writeTones(speaks, 500, 900);

const HANDOFF = '+919811122233';
const ASKS = 'I want to talk to a person, please transfer me.';

let service: TestApp;
let speech: SpeechServer;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start(speech.environment);
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

/** A phone on this machine, as a trunk. */
const phone = (...options: string[]) => Softphone.listening('127.0.0.1', ...options);

interface Case {
  readonly contact?: readonly string[];
  readonly person: readonly string[];
  readonly handoff?: readonly string[];
  /** What the account may call from when its agent is there. */
  readonly countries?: readonly string[];
}

let cases = 0;

/** Calls a contact who asks for a person. The contact's trunk has one channel, so the person is rung over the next one. */
async function ask({ contact = [], person, handoff = [HANDOFF], countries }: Case) {
  const keyterm = `case-${++cases}`;
  speech.wordsByKeyterm.set(keyterm, [ASKS, 'No, thank you. Bye.']);
  const heardThere = join(folder, `${keyterm}.wav`);
  const [caller, taker] = await Promise.all([
    phone('--answer-after', '0.1', '--say', speaks, '--say', speaks, '--record', heardThere, ...contact),
    phone(...person),
  ]);
  const trunks = await Promise.all([
    sipTrunk(service, caller.address, { channels: '1' }),
    sipTrunk(service, taker.address),
  ]);
  const account = await sipAccount(service, trunks);
  const agent_id = await makeAgent(service, account, {
    name: 'Priya',
    language: 'english',
    tts_model: 'openai',
    voice: 'alloy',
    opening_line: 'Hello, this is Asha.',
    keyterms: [keyterm],
    handoff_numbers: handoff,
  });
  if (countries) {
    await service.unitOfWork.affected('UPDATE accounts SET countries = $2::jsonb WHERE id = $1', [
      account.id,
      JSON.stringify(countries),
    ]);
  }
  const id = await queueCall(service, { ...account, agent_id }, number(`${cases}001`.slice(-4)));
  return { account, id, caller, taker, heardThere };
}

/** The lines of the timeline on the transfer. */
async function told({ account, id }: Awaited<ReturnType<typeof ask>>): Promise<string[]> {
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  return data.filter(({ type }) => type === 'transfer').map(({ message }) => message);
}

/** The outcome of a call that has ended. */
function analysed({ account, id }: Awaited<ReturnType<typeof ask>>) {
  return eventually(async () => {
    const { outcome } = await service.api(account).get(`/calls/${id}`);
    if (!outcome) throw new Error('it is not analysed yet');
    return outcome;
  }, 15_000);
}

test.concurrent('connects contact and person until one hangs up', async () => {
  // What the engine returns for the recording; no other call of this suite is transcribed.
  speech.words.push(...Array.from({ length: 9 }, () => 'I will help you.'));
  const asked = await ask({
    person: ['--answer-after', '1', '--say', speaks, '--hang-up-after', '6'],
  });
  const call = await reaches(service, asked.account, asked.id, 'completed', 40_000);
  expect(call).toMatchObject({ ended_by: 'human' });
  expect(await told(asked)).toEqual(
    expect.arrayContaining(['A person is asked to take the call.', 'A person took the call.']),
  );
  await asked.caller.until('ended');
  // The contact's audio: the ringing, then the person.
  const [, heard = new Int16Array()] = channelsOf(asked.heardThere);
  expect(soundsIn(heard, 400).length).toBeGreaterThan(2);
  const { transcript } = await analysed(asked);
  const after = transcript.slice(transcript.findLastIndex(({ speaker }) => speaker === 'agent') + 1);
  expect(after).toContainEqual(expect.objectContaining({ speaker: 'human', text: 'I will help you.' }));
  expect(after.map(({ text }) => text)).not.toContain('(not transcribed)');
  expect(transcript.at(-1)?.end_ms).toBeLessThanOrEqual((call.duration_seconds ?? 0) * 1_000 + 1_000);
});

test.concurrent('returns to the agent, who says so, when no person answers', async () => {
  const asked = await ask({ person: ['--reject', '486'] });
  const call = await reaches(service, asked.account, asked.id, 'completed', 40_000);
  expect(call.ended_by).toBe('agent');
  expect(await told(asked)).toEqual(
    expect.arrayContaining(['The phone of the person was busy.', 'Nobody took the call.']),
  );
});

test.concurrent('does not ring a number outside the countries of the account', async () => {
  const asked = await ask({
    person: ['--answer-after', '0'],
    handoff: ['+12025550123'],
    countries: ['IN'],
  });
  await reaches(service, asked.account, asked.id, 'completed', 40_000);
  expect(await told(asked)).toEqual([
    expect.stringMatching(/^The number of the person /u),
    'Nobody took the call.',
  ]);
  expect(asked.taker.events.map(({ event }) => event)).not.toContain('ringing');
});

test.concurrent('stops the ringing when the contact hangs up', async () => {
  const asked = await ask({ contact: ['--hang-up-after', '7'], person: ['--answer-after', 'never'] });
  const call = await reaches(service, asked.account, asked.id, 'completed', 40_000);
  expect(call.ended_by).toBe('contact');
  await asked.taker.until('ended');
});
