import { depthOf } from '../../domain/arguments';
import { ResponseExchange, type ResponseHead } from '../response-exchange';
import { isRedirect, refusedStatus, UnusableAnswer } from '../send-result';
import { EventStream } from './event-stream';
import { isObject, parsedJson } from '../../../platform/kernel/own';

/** Deeper JSON is not read. */
const MAX_DEPTH = 80;
const MAX_STATUS = 599;
/** The property of a result that has the page of tools as the server sent it. */
export const LISTING = 'listing';

/** The server wants something of its own before it answers. */
export class InputWanted extends Error {
  override readonly name = 'InputWanted';
}

/** Receives the answer to one message: JSON, or the event that has it, after which the stream is not read on. */
export class MessageExchange extends ResponseExchange<Response> {
  #head: { readonly status: number; readonly type: string; readonly session: string } | null = null;
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  readonly #events = new EventStream();
  #text = '';

  /** @param id of the request that is sent; undefined for others */
  constructor(private readonly id: unknown) {
    super();
  }

  protected override onHead({ status, isCompressed, header }: ResponseHead): void {
    const [type = ''] = header('content-type').toLowerCase().split(';');
    this.#head = { status, type: type.trim(), session: header('mcp-session-id') };
    if (isRedirect(status) || status > MAX_STATUS || (isCompressed && status > 299)) {
      throw refusedStatus(status);
    }
    if (isCompressed) throw unusable('The answer is compressed.', status);
  }

  protected override onChunk(chunk: Buffer): void {
    const text = this.#decode(chunk);
    if (!this.#isStream) this.#text += text;
    else for (const data of this.#events.read(text)) this.#onEvent(data);
  }

  protected override onWhole(): void {
    if (this.#isStream) throw new Error('the stream ended without an answer');
    this.#text += this.#decode();
    if (this.#head) this.#answer(this.#text, this.#head.type);
  }

  get #isStream(): boolean {
    return this.#head?.type === 'text/event-stream' && this.#head.status <= 299;
  }

  /** One event: the answer, a request of the server, or a notification. */
  #onEvent(data: string): void {
    const message = depthOf(data) > MAX_DEPTH ? undefined : parsedJson(data);
    if (!isObject(message)) throw unusable('The answer is no JSON, or nested too deeply.');
    const { method, id } = message;
    if (typeof method === 'string' && id !== undefined && method !== 'ping') throw new InputWanted();
    if (method !== undefined || id !== this.id) return;
    this.#answer(data, 'application/json');
    this.abort(new Error('the answer is there'));
  }

  #answer(text: string, type: string): void {
    const { status, session } = this.#head ?? { status: 200, session: '' };
    if (depthOf(text) > MAX_DEPTH) throw unusable('The answer is nested too deeply.', status);
    const isSuccess = status <= 299;
    if (isSuccess && this.id !== undefined) this.#checkOwn(text, status);
    const headers = new Headers();
    if (type !== '') headers.set('content-type', type);
    if (session !== '') headers.set('mcp-session-id', session);
    const hasBody = status !== 204 && status !== 205;
    this.outcome.resolve(
      new Response(hasBody ? (isSuccess ? acceptable(text) : text) : null, { status, headers }),
    );
  }

  /** The client would wait for another answer, which cannot come. */
  #checkOwn(text: string, status: number): void {
    const message = parsedJson(text);
    const id = isObject(message) ? (message['id'] ?? this.id) : this.id;
    if (status === 202 || String(id) !== String(this.id))
      throw unusable('The answer is not that to the request.', status);
  }

  /** Without a chunk: at the end. @throws UnusableAnswer */
  #decode(chunk?: Buffer): string {
    try {
      return this.#decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw unusable('The answer is not UTF-8.');
    }
  }
}

/**
 * The protocol's client refuses kinds of content that it does not know, and a whole list for one tool that is not right.
 * The client gets the known content, and an empty list; the server's list is in {@link LISTING}.
 */
function acceptable(text: string): string {
  const message = parsedJson(text);
  const result = isObject(message) ? message['result'] : undefined;
  if (!isObject(message) || !isObject(result)) return text;
  const { content, tools, nextCursor, ...others } = result;
  if (Array.isArray(tools)) {
    const empty = { ttlMs: 0, cacheScope: 'private', tools: [] };
    return JSON.stringify({ ...message, result: { ...others, ...empty, [LISTING]: { tools, nextCursor } } });
  }
  if (!Array.isArray(content)) return text;
  const texts = content.filter((part) => isObject(part) && part['type'] === 'text');
  return JSON.stringify({ ...message, result: { ...result, content: texts } });
}

function unusable(message: string, statusCode: number | null = null): UnusableAnswer {
  return new UnusableAnswer('bad_answer', message, statusCode);
}
