import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { tones } from '../../src/media';
import { SpeechEngines, type SttEngine } from '../../src/speech';
import { TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk, TALKS } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { channelsOf, soundsIn, writeMono } from '../phone/harness/sounds';

/**
 * The rules of the conversation once more, in what a telephone recorded. The description allows 100 ms there. Two jitter
 * buffers of 20 to 120 ms lie between the agent's clock and that recording, so what the agent does may come that much later,
 * and on a machine that others use, too, by what this process, in which the service runs, was late itself.
 */
const EARLIER_MS = 100;
const LATER_MS = 250;
/** From a sound to its answer: the turn's end, its words, the answer, its audio. */
const STEPS = 4;
/** Should that not be enough, the call is made again. */
const TRIES = 2;
const ownDelay = monitorEventLoopDelay({ resolution: 10 });
/** Less than the agent's pause for a backchannel; the contact makes none within a turn. */
const AGENT_GAP_MS = 120;
const CONTACT_GAP_MS = 400;

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-rules-'));
const file = (name: string) => join(folder, name);
const QUESTION =
  'Which of the many courses of our college would you like to study, and in which city should it be?';

/** Reports partial words while a turn is spoken, as its keyterms say, one for each turn. */
const withPartials: SttEngine = {
  name: 'scripted',
  partials: true,
  recognizes: (language) => language === 'hindi',
  open: ({ keyterms }, { partial }) => {
    let [turn, fedMs] = [0, 0];
    return Promise.resolve({
      feed: (audio) => {
        fedMs += audio.length / 8;
        if (fedMs > 500) partial(keyterms[turn] ?? '');
      },
      end: () => {
        fedMs = 0;
        return Promise.resolve(keyterms[turn++] ?? '');
      },
      close: () => undefined,
    });
  },
};

let service: TestApp;
let speech: SpeechServer;

beforeAll(async () => {
  speech = await SpeechServer.start({ msPerCharacter: 40 });
  service = await TestApp.start(speech.environment);
  const engines = service.app.get(SpeechEngines, { strict: false });
  const others = engines.recognizers.bind(engines);
  jest
    .spyOn(engines, 'recognizers')
    .mockImplementation((language) =>
      withPartials.recognizes(language) ? [withPartials] : others(language),
    );
  ownDelay.enable();
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

let talks = 0;

interface Plan {
  readonly agent?: object;
  /** What is recognized, turn by turn. */
  readonly hears: readonly string[];
  /** How long the contact speaks, turn by turn. */
  readonly saysMs: readonly number[];
  readonly phone: readonly string[];
}

/** A call to a phone that records it; resolves with both sides' sounds, and the call. */
async function talk(name: string, { agent = {}, hears, saysMs, phone: options }: Plan) {
  speech.wordsByKeyterm.set(name, [...hears]);
  const says = saysMs.flatMap((ms) => {
    const path = file(`${ms}.wav`);
    writeMono(path, tones.toneSamples({ hertz: [500], pattern: null, level: -16 }, ms));
    return ['--say', path];
  });
  const record = file(`${name}-${++talks}.wav`);
  const words = ['--answer-after', '0.5', ...says, ...options, '--record', record];
  const phone = await Softphone.listening('127.0.0.1', ...words);
  const account = await sipAccount(service, [await sipTrunk(service, phone.address)]);
  const agent_id = await makeAgent(service, account, {
    ...TALKS,
    name,
    language: 'english',
    opening_line: 'Hello, can we talk?',
    keyterms: [name],
    extraction_questions: [QUESTION, 'Where?', 'When?', 'Why?'],
    ...agent,
  });
  const id = await queueCall(service, { ...account, agent_id }, number('0001'));
  const call = await reaches(service, account, id, 'completed', 40_000);
  const { by, at_ms: endedAtMs } = await phone.until('ended');
  const [answered] = phone.all('answered');
  const [said = [], heard = []] = channelsOf(record);
  return {
    call,
    by,
    lengthMs: endedAtMs - (answered?.at_ms ?? NaN),
    contact: soundsIn(Int16Array.from(said), CONTACT_GAP_MS),
    agent: soundsIn(Int16Array.from(heard), AGENT_GAP_MS),
  };
}

/** A test of a rule, beside others. */
function rule(name: string, holds: () => Promise<void>): void {
  const again = async (tries: number): Promise<void> => {
    try {
      await holds();
    } catch (error) {
      if (tries === 1) throw error;
      await again(tries - 1);
    }
  };
  test.concurrent(name, () => again(TRIES));
}

/** The agent's first sound after a time of the recording. */
function firstAfter(sounds: readonly { fromMs: number }[], ms: number): number {
  return sounds.find(({ fromMs }) => fromMs >= ms)?.fromMs ?? NaN;
}

/** When the last of the agent's sounds that began before a time is over. */
function silentFrom(sounds: readonly { fromMs: number; toMs: number }[], beforeMs: number): number {
  return sounds.findLast(({ fromMs }) => fromMs < beforeMs)?.toMs ?? NaN;
}

/** @param wanted what the rule says, in milliseconds */
function expectAbout(ms: number, wanted: number): void {
  expect(ms).toBeGreaterThanOrEqual(wanted - EARLIER_MS);
  expect(ms).toBeLessThanOrEqual(wanted + LATER_MS + lateMs());
}

/** How late the service may have been: each thing that it does here waits for its process a few times. */
function lateMs(): number {
  return (STEPS * ownDelay.max) / 1_000_000;
}

rule(
  'who cuts in stops the agent after 250 ms, for good, and is answered 500 ms after the last word',
  async () => {
    const { contact, agent } = await talk('cuts-in', {
      hears: ['Yes, please.', 'But what does it cost?'],
      saysMs: [500, 1_500],
      phone: ['--cut-in', '1.6', '--hang-up-after', '10'],
    });
    const [, cut] = contact;
    expectAbout(silentFrom(agent, cut!.toMs) - cut!.fromMs, 250);
    expectAbout(firstAfter(agent, cut!.toMs) - cut!.toMs, 500);
  },
);

rule('a backchannel makes the agent pause, and speak on within 300 ms', async () => {
  const { contact, agent } = await talk('backchannel', {
    hears: ['Yes, please.', 'Okay.'],
    saysMs: [500, 400],
    phone: ['--cut-in', '1.6', '--hang-up-after', '10'],
  });
  const [, aside] = contact;
  const silentMs = silentFrom(agent, aside!.toMs);
  expectAbout(silentMs - aside!.fromMs, 250);
  const goesOnMs = firstAfter(agent, silentMs);
  expect(goesOnMs - aside!.toMs).toBeLessThanOrEqual(300 + LATER_MS + lateMs());
  // The rest of the sentence, before the agent would ask again.
  const restMs = silentFrom(agent, goesOnMs + 5_000) - goesOnMs;
  expect(restMs).toBeGreaterThan(1_000);
});

rule('after 8 s of silence the agent asks', async () => {
  const { agent } = await talk('silence', { hears: [], saysMs: [], phone: ['--hang-up-after', '12.5'] });
  expectAbout(agent[0]!.fromMs, 900);
  const ended = agent.findLast(({ toMs }) => toMs < 5_000);
  expectAbout(firstAfter(agent, 5_000) - (ended?.toMs ?? NaN), 8_000);
});

rule('a turn ends after the quiet that its words ask for', async () => {
  const turns = ['हाँ, बताइए।', 'मुझे दिल्ली में पढ़ना है', 'मुझे दिल्ली में पढ़ना है और'];
  const { contact, agent } = await talk('endpoints', {
    agent: { language: 'hindi', keyterms: turns },
    hears: [],
    saysMs: [800, 800, 800],
    phone: ['--hang-up-after', '14'],
  });
  expect(contact).toHaveLength(3);
  contact.forEach(({ toMs }, at) => expectAbout(firstAfter(agent, toMs) - toMs, [300, 500, 900][at]!));
});

rule('a voicemail is hung up on, and told nothing, where the agent says so', async () => {
  const { contact, agent, by, call, lengthMs } = await talk('voicemail', {
    hears: ['Please leave a message after the tone.'],
    saysMs: [1_200],
    agent: { voicemail: { action: 'hang_up' } },
    phone: [],
  });
  expect([by, call.answered_by, call.ended_by]).toEqual(['remote', 'voicemail', 'agent']);
  const endedMs = contact[0]!.toMs;
  expect(firstAfter(agent, endedMs)).toBeNaN();
  expectAbout(lengthMs - endedMs, 500);
});
