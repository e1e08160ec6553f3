import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { tones } from '../../src/media';

/** How a server of OpenAI's speech API behaves. */
export interface SpeechServerOptions {
  /** From a request to its words, and to the first audio. */
  readonly sttMs?: number;
  readonly ttsMs?: number;
  /** How long its voice takes for a character. */
  readonly msPerCharacter?: number;
}

/** A request for words. */
interface Heard {
  readonly language: string | undefined;
  readonly prompt: string | undefined;
  readonly bytes: number;
  readonly authorization: string | undefined;
}

const MS_PER_CHARACTER = 15;

/** OpenAI's transcriptions and speech, in real time: recognized texts are set in advance, speech is tones. */
export class SpeechServer {
  /** Words of the turns to come, or statuses; without any, noise. */
  readonly words: (string | number)[] = [];
  /** The same of agents with this one keyterm, for talks at once. */
  readonly wordsByKeyterm = new Map<string, (string | number)[]>();
  /** Statuses of the next requests for speech; 'silent' gives no audio. */
  readonly refusals: (number | 'silent')[] = [];
  /** The same by text, for talks at once. */
  readonly refusalsByText = new Map<string, number | 'silent'>();
  readonly heard: Heard[] = [];
  readonly said: { readonly input: string; readonly voice: string; readonly speed?: number }[] = [];
  #server: Server | null = null;

  private constructor(private readonly options: SpeechServerOptions) {}

  static async start(options: SpeechServerOptions = {}): Promise<SpeechServer> {
    const speech = new SpeechServer(options);
    speech.#server = createServer(
      (request, response) => void speech.#answer(request, response).catch(() => response.destroy()),
    )
      .listen(0, '127.0.0.1')
      .unref();
    await once(speech.#server, 'listening');
    return speech;
  }

  /** What the service is set up with. */
  get environment() {
    const { port } = this.#server?.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/v1`;
    return { STT_URL: url, STT_API_KEY: 'stt-key', OPENAI_TTS_URL: url, OPENAI_TTS_API_KEY: 'tts-key' };
  }

  close(): void {
    this.#server?.closeAllConnections();
    this.#server?.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (request.url === '/v1/audio/transcriptions') await this.#transcribe(request, body, response);
    else if (request.url === '/v1/audio/speech') await this.#speak(body, response);
    else response.writeHead(404).end();
  }

  async #transcribe({ headers }: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const text = body.toString('latin1');
    const field = (name: string) => new RegExp(`name="${name}"\r\n\r\n([^\r]*)`, 'u').exec(text)?.[1];
    const { authorization } = headers;
    const prompt = field('prompt');
    this.heard.push({
      language: field('language'),
      prompt,
      bytes: body.length,
      authorization,
    });
    await wait(this.options.sttMs ?? 20);
    const words = (this.wordsByKeyterm.get(prompt ?? '') ?? this.words).shift() ?? '';
    if (typeof words === 'number') response.writeHead(words).end('{"error":"words of a stranger"}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ text: words }));
  }

  async #speak(body: Buffer, response: ServerResponse): Promise<void> {
    const asked = JSON.parse(body.toString()) as SpeechServer['said'][number];
    this.said.push(asked);
    const refusal = this.refusals.shift() ?? this.refusalsByText.get(asked.input);
    if (typeof refusal === 'number') {
      response.writeHead(refusal).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'audio/pcm' });
    response.flushHeaders();
    if (refusal === 'silent') return;
    await wait(this.options.ttsMs ?? 20);
    // 24,000 samples a second: what 8,000 would take is three times as long here.
    const ms = asked.input.length * (this.options.msPerCharacter ?? MS_PER_CHARACTER);
    const samples = tones.toneSamples({ hertz: [150], pattern: null, level: -20 }, 3 * ms);
    response.end(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
  }
}
