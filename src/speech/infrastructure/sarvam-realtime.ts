import { AUDIO_RATE } from '../domain/tts-engine';
import type { SttStream } from '../domain/stt-engine';
import { EngineSocket } from './engine-socket';
import { bytesOf } from './pcm';
import { sarvamFailure, type SarvamRequest } from './sarvam-request';
import { SocketStream } from './socket-stream';
import { SpeechFailure } from './speech-failure';
import { type Deferred, deferred } from '../../platform/kernel/async/deferred';

/** The engine closes a connection that is idle for 60 s. */
const PING_MS = 20_000;
/** The engine first reports the begin, or closes with the reason; after this time the session is used anyway. */
const BEGIN_MS = 1_000;
/** A turn without words this long after its end was noise. After partial words, their last final is awaited. */
const LAST_WORDS = { withFinalMs: 1_000, withWordsMs: null, withoutMs: 1_500 };
/** Buffered silence before further speech: 1 s. Earlier silence is dropped. */
const MAX_QUIET_PIECES = 10;

/** Statuses, and a close code, of an account without access. */
const NO_ACCESS = new Set([401, 403, 404]);
const REFUSED = 1_003;
const NOT_UNDERSTOOD = 4_000;

/** The account may not use the realtime endpoint, or its key is wrong. */
export class RealtimeUnavailable extends SpeechFailure {}

/**
 * Opens a session of `GET {url}/speech-to-text-realtime/ws`, where we signal the begin and end of turns.
 * https://docs.sarvam.ai/api-reference/speech-to-text/transcribe/realtime/ws and
 * https://docs.sarvam.ai/api/api-guides-tutorials/speech-to-text/realtime-streaming; close codes as in
 * livekit-plugins-sarvam.
 * @throws RealtimeUnavailable, or as EngineSocket does
 */
export async function openRealtime(request: SarvamRequest): Promise<SttStream> {
  const { server, language, mode, prompt, signal } = request;
  const address = new URL(`${server.url}/speech-to-text-realtime/ws`);
  address.search = new URLSearchParams({
    model: server.model,
    language_code: language,
    mode,
    stream_type: 'fast',
    endpointing: 'manual',
    encoding: 'linear16',
    sample_rate: `${AUDIO_RATE}`,
    ...(prompt !== '' && { prompt }),
  }).toString();
  const stream = new RealtimeStream(request);
  const headers = { 'api-subscription-key': server.apiKey };
  try {
    stream.begin(await EngineSocket.open(address, headers, signal, stream));
    await stream.begun();
    return stream;
  } catch (error) {
    stream.close();
    const status = error instanceof SpeechFailure ? (error.status ?? 0) : 0;
    throw NO_ACCESS.has(status) ? new RealtimeUnavailable(`HTTP ${status}`, status) : error;
  }
}

class RealtimeStream extends SocketStream {
  /** Settles when the session has begun; null afterwards. */
  #beginning: Deferred<void> | null = deferred();
  /** The last utterance with words, and the last one of earlier turns. */
  #utterance = -1;
  #lastUtterance = -1;
  /** Audio since the pause of the turn under way. */
  #quiet: Int16Array[] = [];

  constructor(private readonly request: SarvamRequest) {
    super(request, { turnEnd: { event: 'speech_end' }, lastWords: LAST_WORDS, keepAliveMs: PING_MS });
    // The connection may fail before anything awaits this.
    this.#beginning?.promise.catch(() => undefined);
  }

  /** Resolves when the session has begun. @throws Error when it is refused */
  async begun(): Promise<void> {
    const stop = this.request.timers.after(BEGIN_MS, () => this.#beginning?.resolve());
    try {
      await this.#beginning?.promise;
    } finally {
      stop();
      this.#beginning = null;
    }
  }

  feed(audio: Int16Array): void {
    // Between two utterances nothing is sent.
    if (this.turn.isFlushed) this.#quiet = [...this.#quiet, audio].slice(-MAX_QUIET_PIECES);
    else {
      if (!this.turn.isOpen) this.#beginTurn();
      this.turn.sent(audio);
      this.#sendAudio(audio);
    }
  }

  override onResumed(): void {
    if (!this.turn.isFlushed) return;
    super.onResumed();
    this.send({ event: 'speech_start' });
    for (const audio of this.#quiet.splice(0)) this.#sendAudio(audio);
  }

  message(data: Readonly<Record<string, unknown>>): void {
    const { event, text, utterance_idx: utterance } = data;
    if (event === 'session.begin') this.#beginning?.resolve();
    else if (event === 'error') {
      if (data['is_fatal'] !== false) this.onFailed(sarvamFailure(String(data['code'])));
    } else if (event === 'transcript.partial' || event === 'transcript.final') {
      if (typeof text === 'string')
        this.#addTranscript(event, text, typeof utterance === 'number' ? utterance : null);
      else this.unreadable();
    }
  }

  override onFailed(error: Error, code: number | null = null, reason = ''): void {
    const failure = code === null ? error : (closeFailure(code, reason) ?? error);
    if (this.#beginning) {
      this.close();
      this.#beginning.reject(failure);
    } else super.onFailed(failure);
  }

  protected keepAlive(): void {
    this.send({ event: 'ping' });
  }

  #addTranscript(
    event: 'transcript.partial' | 'transcript.final',
    text: string,
    utterance: number | null,
  ): void {
    // Ignores late words of an earlier turn.
    if (!this.turn.isOpen || (utterance !== null && utterance <= this.#lastUtterance)) return;
    this.#utterance = Math.max(this.#utterance, utterance ?? -1);
    const { words } = this.turn;
    let isLast = false;
    if (event === 'transcript.partial') words.partial(text, utterance);
    else isLast = words.final(text, utterance);
    if (text.trim() !== '') this.reportPartial();
    if (isLast) this.turn.onAnswered();
  }

  #beginTurn(): void {
    [this.#lastUtterance, this.#quiet] = [this.#utterance, []];
    this.send({ event: 'speech_start' });
  }

  #sendAudio(audio: Int16Array): void {
    this.send({ event: 'audio_input', audio: bytesOf(audio).toString('base64') });
  }
}

/** 1003 is a rejected key, a limit or a missing access, distinguished by its reason. */
function closeFailure(code: number, reason: string): Error | null {
  if (code === REFUSED) {
    const failure = sarvamFailure(reason);
    return failure.status === null ? new RealtimeUnavailable('it refused the session') : failure;
  }
  return code === NOT_UNDERSTOOD ? new SpeechFailure('it does not understand the session', 400) : null;
}
