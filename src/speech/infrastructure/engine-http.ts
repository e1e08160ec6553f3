import { Agent, request } from 'undici';
import { SpeechFailure } from './speech-failure';
import { boundedBytes } from '../../platform/kernel/async/bounded-bytes';

/** Idle time of a connection, which the next sentence reuses: a new one costs several round trips. */
const CONNECTION_IDLE_MS = 60_000;
/** Above all limits of callers. */
const MAX_MS = 30_000;

export interface EngineRequest {
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Sends requests to one engine, on persistent connections. */
export class EngineHttp {
  readonly #agent = new Agent({
    keepAliveTimeout: CONNECTION_IDLE_MS,
    headersTimeout: MAX_MS,
    bodyTimeout: MAX_MS,
  });

  /**
   * Streams the response. Redirects are not followed. A reader that stops closes the connection.
   * @throws SpeechFailure with the status of a refusal, or for an unwanted content type
   */
  async post(
    { url, headers, body, signal }: EngineRequest,
    isWanted: (contentType: string) => boolean,
  ): Promise<AsyncIterable<Uint8Array>> {
    const isText = typeof body === 'string';
    const {
      statusCode,
      headers: answered,
      body: bytes,
    } = await request(url, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: isText ? headers : { 'content-type': 'application/json', ...headers },
      body: isText ? body : JSON.stringify(body),
      signal,
    });
    const type = String(answered['content-type'] ?? '');
    if (statusCode === 200 && isWanted(type)) return bytes;
    // The body is not read.
    bytes.on('error', () => undefined).destroy();
    if (statusCode !== 200) throw SpeechFailure.of(statusCode);
    throw new SpeechFailure('an answer that is not as it should be');
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Engines name their audio in many ways. Errors are text. */
export function isAudio(contentType: string): boolean {
  return !/^(?:application\/(?:json|problem)|text\/)/iu.test(contentType);
}

/** @throws SpeechFailure when it is longer than `most` bytes */
export async function limitedText(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const whole = await boundedBytes(bytes, most);
  if (!whole) throw new SpeechFailure('an answer that is too long');
  return whole.toString('utf8');
}
