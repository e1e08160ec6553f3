import type { CloudServer } from '../../platform/config/config-speech-servers';
import { type Language, spokenLanguage } from '../../shared-kernel/language';
import { REAL_TIMERS } from '../../platform/kernel/time/timers';
import type { SttEngine, SttEvents, SttOptions, SttStream } from '../domain/stt-engine';
import { AUDIO_RATE } from '../domain/tts-engine';
import { EngineSocket } from './engine-socket';
import { limitKeyterms } from './keyterms';
import { bytesOf } from './pcm';
import { SocketStream, type SocketStreamOptions } from './socket-stream';
import { SpeechFailure } from './speech-failure';

/** The engine closes a connection without audio or KeepAlive after 10 s. */
const KEEP_ALIVE_MS = 4_000;
/** Timeouts after Finalize: the last words are not always marked. */
const LAST_WORDS = { withFinalMs: 400, withWordsMs: 400, withoutMs: 1_000 };
/**
 * The tag of each language: https://developers.deepgram.com/docs/models-languages-overview (nova-3; Malayalam and Odia are
 * missing), for Hinglish https://developers.deepgram.com/docs/nova-3-language-prompting.
 */
const TAGS: Readonly<Partial<Record<Language, string>>> = {
  hinglish: 'multi',
  hindi: 'hi',
  english: 'en-IN',
  punjabi: 'pa',
  marathi: 'mr',
  gujarati: 'gu',
  bengali: 'bn',
  tamil: 'ta',
  telugu: 'te',
  kannada: 'kn',
};
const ENGLISH = new Set(['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-CA']);
/** Error of a result's times, in seconds. */
const ROUNDING_S = 0.02;

/**
 * Deepgram: one WebSocket a talk, `GET {url}/v1/listen`; our turn's end is its Finalize.
 * https://developers.deepgram.com/reference/speech-to-text/listen-streaming, …/docs/finalize, …/docs/audio-keep-alive
 */
export class DeepgramStt implements SttEngine {
  readonly name = 'deepgram';
  readonly partials = true;

  constructor(private readonly server: CloudServer) {}

  recognizes(language: string | null): boolean {
    return tagFor(language) !== undefined;
  }

  async open(options: SttOptions, events: SttEvents): Promise<SttStream> {
    const stream = new DeepgramStream({ events, timers: REAL_TIMERS });
    const headers = { authorization: `Token ${this.server.apiKey}` };
    stream.begin(await EngineSocket.open(this.#address(options), headers, options.signal, stream));
    return stream;
  }

  #address({ language, keyterms }: SttOptions): URL {
    const tag = tagFor(language) ?? 'multi';
    const address = new URL(`${this.server.url}/v1/listen`);
    const query = {
      model: this.server.model,
      language: tag,
      encoding: 'linear16',
      sample_rate: `${AUDIO_RATE}`,
      channels: '1',
      interim_results: 'true',
      endpointing: 'false',
      smart_format: 'true',
    };
    for (const [name, value] of Object.entries(query)) address.searchParams.append(name, value);
    if (tag === 'multi') for (const hint of ['hi', 'en']) address.searchParams.append('language_hint', hint);
    for (const term of limitKeyterms(keyterms)) address.searchParams.append('keyterm', term);
    return address;
  }
}

/** A result message, not yet validated. */
interface Result {
  /** Seconds of the connection's audio. */
  readonly start?: unknown;
  readonly duration?: unknown;
  readonly is_final?: unknown;
  readonly from_finalize?: unknown;
  readonly channel?: { readonly alternatives?: readonly ({ readonly transcript?: unknown } | undefined)[] };
}

class DeepgramStream extends SocketStream {
  #samples = 0;
  /** Where the turn's audio begins, in seconds. */
  #beganS = 0;

  constructor(parts: SocketStreamOptions) {
    super(parts, { turnEnd: { type: 'Finalize' }, lastWords: LAST_WORDS, keepAliveMs: KEEP_ALIVE_MS });
  }

  feed(audio: Int16Array): void {
    if (!this.turn.isOpen) this.#beganS = this.#samples / AUDIO_RATE;
    this.turn.sent(audio);
    this.#samples += audio.length;
    this.send(bytesOf(audio));
  }

  message(data: Readonly<Record<string, unknown>>): void {
    if (data['type'] === 'Error') this.onFailed(new SpeechFailure('it reported an error'));
    else if (data['type'] === 'Results') this.#addResult(data);
  }

  protected keepAlive(): void {
    this.send({ type: 'KeepAlive' });
  }

  #addResult({ start, duration, is_final, from_finalize, channel }: Result): void {
    const transcript = channel?.alternatives?.[0]?.transcript;
    if (typeof transcript !== 'string' || typeof start !== 'number' || typeof duration !== 'number') {
      this.unreadable();
      return;
    }
    // Ignores late words of an earlier turn.
    if (!this.turn.isOpen || start + duration <= this.#beganS + ROUNDING_S) return;
    this.turn.words[is_final === true ? 'final' : 'partial'](transcript, start);
    if (transcript !== '') this.reportPartial();
    if (from_finalize === true) this.turn.onAnswered();
  }
}

function tagFor(language: string | null): string | undefined {
  const region = language === null ? undefined : [...ENGLISH].find((tag) => same(tag, language));
  return region ?? TAGS[spokenLanguage(language)];
}

function same(tag: string, language: string): boolean {
  return tag.toLowerCase() === language.toLowerCase();
}
