import { readFile } from 'node:fs/promises';
import { UsageError } from './options.mjs';
import { sayings } from './sayings.mjs';

/**
 * What is said in each call, by the number that is called: `{"91980…": {"background": FILE.wav or null, "say":
 * [{"file": FILE.wav, "cut_in_s": S or null}]}}`. Files are read as they are, 8 kHz. @throws UsageError
 */
export class Script {
  #calls;

  static async read(path) {
    try {
      return new Script(JSON.parse(await readFile(path, 'utf8')));
    } catch (error) {
      throw new UsageError(`--script ${path}: ${error.message}.`);
    }
  }

  constructor(calls) {
    this.#calls = calls;
  }

  /** Of a called address, such as sip:+919812345678@127.0.0.1; null: nothing. */
  async of(uri) {
    const [number] = /\d+/.exec(uri) ?? [];
    const call = number !== undefined && Object.hasOwn(this.#calls, number) ? this.#calls[number] : null;
    if (!call) return null;
    const files = call.say.map(({ file }) => file);
    const [background] = call.background ? await sayings([call.background], { asIs: true }) : [null];
    const audio = await sayings(files, { asIs: true });
    return {
      number,
      background,
      turns: call.say.map(({ cut_in_s }, at) => ({ audio: audio[at], cutIn: cut_in_s })),
    };
  }
}
