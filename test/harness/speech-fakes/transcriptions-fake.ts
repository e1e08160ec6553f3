import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { SttFault } from './stt-fake';
import { STT_KEY } from './stt-protocols';

const SLOW_MS = 2_400;
/** Bytes of the header of a WAV file. */
const WAV_HEADER = 44;

/** Any server with OpenAI's transcriptions. https://platform.openai.com/docs/api-reference/audio/createTranscription */
export class TranscriptionsFake {
  readonly words: string[] = [];
  readonly faults: (SttFault | null)[] = [];
  readonly asked: URL[] = [];
  readonly heardMs: number[] = [];
  readonly problems: string[] = [];
  finalMs = 150;
  readonly #server = createServer(
    (request, response) => void this.#answer(request, response).catch(() => response.destroy()),
  );

  static async start(): Promise<TranscriptionsFake> {
    const fake = new TranscriptionsFake();
    fake.#server.listen(0, '127.0.0.1').unref();
    await once(fake.#server, 'listening');
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(new URL(request.url ?? '', this.url));
    const form = Buffer.concat(await request.toArray());
    const bytes = wavBytes(form);
    const isDocumented = bytes !== null && /name="model"\r\n\r\n[^\r]/u.test(form.toString('latin1'));
    if (request.url !== '/v1/audio/transcriptions' || !isDocumented)
      this.problems.push('a request that is not documented');
    const fault = this.faults.shift() ?? null;
    if (request.headers.authorization !== `Bearer ${STT_KEY}`) response.writeHead(401).end();
    else if (typeof fault === 'number') response.writeHead(fault).end('{"error":{"message":"x"}}');
    else if (fault === 'broken') request.socket.destroy();
    else if (fault !== 'silent') {
      await wait(fault === 'slow' ? SLOW_MS : this.finalMs);
      response.writeHead(200, { 'content-type': 'application/json' });
      if (fault === 'wrong json') response.end('{"text": "words of a stran');
      else if (fault === 'wrong shape') response.end('{"text": 7}');
      else {
        this.heardMs.push(((bytes ?? 0) - WAV_HEADER) / 16);
        response.end(JSON.stringify({ text: this.words.shift() ?? '' }));
      }
    }
  }
}

/** How long the file in a form is, in bytes; null: there is none. */
function wavBytes(form: Buffer): number | null {
  const boundary = form.subarray(0, form.indexOf('\r\n'));
  const named = form.indexOf('filename="turn.wav"');
  if (named < 0) return null;
  const from = form.indexOf('\r\n\r\n', named) + 4;
  return form.indexOf(Buffer.concat([Buffer.from('\r\n'), boundary]), from) - from;
}
