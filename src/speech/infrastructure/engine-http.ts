import { Agent, request } from 'undici';
import { SpeechFailure } from './speech-failure';

/** A connection is kept for the next sentence: a new one costs several round trips. */
const KEPT_MS = 60_000;
/** Nobody waits so long: the caller's own limits are shorter. */
const MAX_MS = 30_000;

/** What is asked of an engine. */
export interface EngineRequest {
  readonly url: string | URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Text, or what becomes JSON. */
  readonly body: string | Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

/** Requests to one engine, on connections that are kept. */
export class EngineHttp {
  readonly #agent = new Agent({
    keepAliveTimeout: KEPT_MS,
    headersTimeout: MAX_MS,
    bodyTimeout: MAX_MS,
  });

  /**
   * The answer as it comes. Redirects are not followed. Who stops reading closes the connection.
   * @param isWanted whether an answer of this content type is of use
   * @throws SpeechFailure with the status of a server that refused, or when the content is not what is wanted
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
    // What it says is not read.
    bytes.on('error', () => undefined).destroy();
    if (statusCode !== 200) throw SpeechFailure.of(statusCode);
    throw new SpeechFailure('an answer that is not as it should be');
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Engines name their audio in many ways. What tells of an error is text. */
export function isAudio(contentType: string): boolean {
  return !/^(?:application\/(?:json|problem)|text\/)/iu.test(contentType);
}

/** @throws SpeechFailure when it is longer than `most` bytes */
export async function limitedText(bytes: AsyncIterable<Uint8Array>, most: number): Promise<string> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of bytes) {
    length += piece.byteLength;
    if (length > most) throw new SpeechFailure('an answer that is too long');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}
