import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { Softphone } from '../../lib/softphone.mjs';
import { startSpeechServer, VOICE } from '../../lib/speech-server.mjs';
import { speechKit, SpokenDriver } from '../spoken-driver.mjs';
import { Chat, scriptOf } from './chat.mjs';
import { figuresOf, judge } from './judge.mjs';
import { KnownWords } from './known-words.mjs';
import { Voices } from './voices.mjs';

const MS_PER_CHARACTER = 25;
/** The longest call, and the start of the first. */
const CALL_MS = 240_000;
/** A call with more missing audio was disturbed by the machine, and counts for nothing. */
const MAX_MISSING_MS = 60;

/**
 * @typedef {object} Run
 * @property {string} name
 * @property {import('./corpus.mjs').Call[]} calls
 * @property {'known' | 'bare' | 'kit'} words whose recognition; bare: known words without punctuation
 * @property {number} llmMs from a request to the model's first word
 * @property {number} legs calls at once
 * @property {Record<string, string>} [environment]
 */

/** Plays calls of the corpus to a build of the service, and judges what it makes of their turns. */
export class TurnsDriver {
  #driver;
  #voices;
  #kit = speechKit();
  #made = 0;

  /** @param {string} [dist] another build than this tree's */
  static async start(dist) {
    const driver = await SpokenDriver.start({}, dist);
    return new TurnsDriver(driver, await Voices.load(driver.folder));
  }

  constructor(driver, voices) {
    [this.#driver, this.#voices] = [driver, voices];
  }

  stop() {
    return this.#driver.stop();
  }

  /** @param {Run} run */
  async measure({ name, calls, words, llmMs, legs, environment = {} }) {
    const began = performance.now();
    const [chat, known] = [await Chat.start(llmMs), await KnownWords.start()];
    const voice = await startSpeechServer({ msPerCharacter: MS_PER_CHARACTER });
    const { OPENAI_TTS_URL, OPENAI_TTS_API_KEY } = voice.environment;
    const engines =
      words === 'kit'
        ? { STT_ENGINES: 'local' }
        : { ...known.environment, OPENAI_TTS_URL, OPENAI_TTS_API_KEY };
    const media = await this.#driver.media({
      ...engines,
      ...chat.environment,
      ...environment,
      SPEECH_KIT: this.#kit,
    });
    try {
      const played = await this.#play(calls, { words, legs, known });
      const judged = (await Promise.all(played.map(judge))).flat();
      const figures = figuresOf(judged);
      // Who is cut in on is asked for more than answers.
      const isAnswering = calls.every(({ kind }) => kind === 'answers') && played.length > 0;
      const requestsATurn = isAnswering ? requestsOf(played, chat) : null;
      const disturbed = calls.length - played.length;
      const seconds = Math.round((performance.now() - began) / 1_000);
      const more = { requestsATurn: requestsATurn && Math.round(100 * requestsATurn) / 100 };
      // The load of all programs of the machine, in the last 5 minutes.
      const load = Math.round(10 * loadavg()[1]) / 10;
      return { run: { engines: name, ...figures, ...more, disturbed, seconds, legs, load }, judged };
    } finally {
      await media.stop();
      for (const server of [chat, known, voice]) server.close();
    }
  }

  /** @returns {Promise<import('./judge.mjs').Played[]>} those that no lack of audio disturbed */
  async #play(calls, { words, legs, known }) {
    const folder = this.#driver.folder;
    const record = join(folder, `run-${++this.#made}.wav`);
    const prepared = await Promise.all(calls.map((call, at) => this.#prepare(call, at)));
    const byNumber = new Map(prepared.map((one) => [one.number.slice(1), one]));
    const script = join(folder, `script-${this.#made}.json`);
    const says = [...byNumber].map(([number, { background, call, clips }]) => [
      number,
      { background, say: call.turns.map(({ cutInS }, at) => ({ file: clips[at].file, cut_in_s: cutInS })) },
    ]);
    await writeFile(script, JSON.stringify(Object.fromEntries(says)));
    const phone = await Softphone.listening('--script', script, '--record', record);
    phone.onEvent = ({ event, to, number, at_ms }) => {
      const one = event === 'says' ? byNumber.get(to) : undefined;
      if (!one) return;
      const said = one.clips[number - 1].words;
      known.says(one.call.name, at_ms, words === 'bare' ? said.map(withoutMarks) : said);
    };
    try {
      await this.#driver.trunkTo(phone.address, legs);
      for (const one of prepared) one.id = await this.#call(one, words);
      const withinMs = CALL_MS * Math.ceil(calls.length / legs);
      // Those that have ended are judged; the others count as disturbed.
      await phone.hasEnded(calls.length, withinMs).catch(({ message }) => console.error(message));
      const played = await Promise.all(prepared.map((one) => this.#played(one, phone, record)));
      return played.flatMap((one) => one ?? []);
    } finally {
      await phone.stop();
    }
  }

  async #prepare(call, at) {
    const clips = [];
    for (const [turn, words] of call.turns.entries())
      clips.push(await this.#voices.clip(words, call.language, 1_000 * at + turn));
    const background = await this.#voices.background(call.background, call.language);
    return { call, clips, background, number: this.#driver.newNumber(), id: '' };
  }

  async #call({ call, number }, words) {
    const reply = call.kind === 'answers' ? 'brief' : words === 'kit' ? 'spoken' : 'long';
    const agent = await this.#driver.agent(`${call.name} ${this.#made}`, {
      ...(words === 'kit' ? { tts_model: 'local', voice: 'en-gb' } : VOICE),
      language: call.language,
      system_prompt: scriptOf(call.name, reply),
      extraction_questions: [],
      keyterms: [call.name],
    });
    return this.#driver.callTo(agent, number);
  }

  async #played({ call, clips, number, id }, phone, record) {
    const own = phone.all('says').filter(({ to }) => to === number.slice(1));
    const [first] = own;
    const ended = phone.all('script_ended').find((event) => event.call === first?.call);
    if (!ended || Math.abs(ended.missing_ms) > MAX_MISSING_MS) return null;
    return {
      call,
      clips,
      recording: Softphone.recordingOf(record, first.call),
      says: own.map(({ number: turn, recording_ms: recordingMs }) => ({ number: turn, recordingMs })),
      turns: await this.#driver.turnsOf(id),
    };
  }
}

/** To the model, by turns of the contact as the service took them. */
function requestsOf(played, { requests }) {
  const sum = (values) => values.reduce((all, value) => all + value, 0);
  const turns = played.flatMap((one) => one.turns).filter(({ speaker }) => speaker === 'contact');
  return sum(played.map(({ call }) => requests.get(call.name) ?? 0)) / turns.length;
}

function withoutMarks(word) {
  return { ...word, text: word.text.replace(/[^\p{L}\p{M}\p{N}]/gu, '') };
}
