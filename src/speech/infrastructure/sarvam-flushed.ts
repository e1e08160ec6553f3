import { AUDIO_RATE } from '../domain/tts-engine';
import type { SttStream } from '../domain/stt-engine';
import { EngineSocket } from './engine-socket';
import { bytesOf } from './pcm';
import { sarvamFailure, type SarvamRequest } from './sarvam-request';
import { SocketStream } from './socket-stream';

/** The model of this endpoint; the configured one is for the realtime endpoint. */
const MODEL = 'saaras:v3';
/** The engine closes a connection without audio for 60 s, so silence is sent. */
const SILENCE_EVERY_MS = 20_000;
const SILENCE = new Int16Array(AUDIO_RATE / 10);
/** One message comes for each piece of speech: some before our flush, mostly one after it, none for noise. */
const LAST_WORDS = { withFinalMs: 700, withWordsMs: null, withoutMs: 2_000 };

/**
 * Sarvam's older endpoint, `GET {url}/speech-to-text/ws`: no words before the end of a turn, which is its flush.
 * https://docs.sarvam.ai/api-reference-docs/speech-to-text/transcribe/ws
 * @throws as EngineSocket does
 */
export async function openFlushed(request: SarvamRequest): Promise<SttStream> {
  const { server, language, mode, prompt, signal } = request;
  const address = new URL(`${server.url}/speech-to-text/ws`);
  address.search = new URLSearchParams({
    'language-code': language,
    model: MODEL,
    mode,
    sample_rate: `${AUDIO_RATE}`,
    input_audio_codec: 'pcm_s16le',
    flush_signal: 'true',
    ...(prompt !== '' && { prompt }),
  }).toString();
  const stream = new FlushedStream(request);
  const headers = { 'api-subscription-key': server.apiKey };
  stream.begin(await EngineSocket.open(address, headers, signal, stream));
  return stream;
}

class FlushedStream extends SocketStream {
  readonly partials = false;

  constructor(request: SarvamRequest) {
    super(request, { turnEnd: { type: 'flush' }, lastWords: LAST_WORDS, keepAliveMs: SILENCE_EVERY_MS });
  }

  feed(audio: Int16Array): void {
    this.turn.sent(audio);
    this.#sendAudio(audio);
  }

  message({ type, data }: Readonly<Record<string, unknown>>): void {
    const about = data as { readonly transcript?: unknown; readonly code?: unknown } | undefined;
    if (type === 'error') this.onFailed(sarvamFailure(String(about?.code)));
    else if (type === 'data') this.#addTranscript(about?.transcript);
  }

  protected keepAlive(): void {
    if (!this.turn.isOpen) this.#sendAudio(SILENCE);
  }

  #addTranscript(transcript: unknown): void {
    if (typeof transcript !== 'string') {
      this.unreadable();
      return;
    }
    // Ignores late words of an earlier turn.
    if (!this.turn.isOpen) return;
    if (this.turn.words.final(transcript, null)) this.turn.onAnswered();
  }

  #sendAudio(audio: Int16Array): void {
    const data = bytesOf(audio).toString('base64');
    this.send({ audio: { data, sample_rate: `${AUDIO_RATE}`, encoding: 'audio/wav' } });
  }
}
