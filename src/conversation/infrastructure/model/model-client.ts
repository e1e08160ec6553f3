import type { ModelConfig } from '../../../platform/config-outside';
import { boundedFetch } from './bounded-fetch';
import { InvalidModelOutput } from './invalid-model-output';

/** One message to the model. */
export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Any OpenAI-compatible chat endpoint. The package is loaded when the first question is asked. */
export class ModelClient {
  #client: ReturnType<typeof connect> | undefined;
  /** Some servers know no structured output; then the words of the question must do. */
  #schemas = true;

  constructor(private readonly config: ModelConfig) {}

  /** The answer's text, piece by piece. */
  async *stream(messages: readonly ModelMessage[], signal: AbortSignal): AsyncGenerator<string> {
    const { chat } = await this.#load();
    const chunks = await chat.completions.create(
      { model: this.config.name, messages: [...messages], stream: true },
      { signal },
    );
    for await (const { choices } of chunks) {
      const text = choices[0]?.delta.content;
      if (typeof text === 'string' && text !== '') yield text;
    }
    // The package ends a stream that was aborted as if it were complete.
    signal.throwIfAborted();
  }

  /** The whole answer, as JSON by the schema where the server can be told of one. */
  async complete(
    messages: readonly ModelMessage[],
    schema: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<string> {
    const { chat } = await this.#load();
    const request = { model: this.config.name, messages: [...messages] };
    const format = { type: 'json_schema' as const, json_schema: { name: 'reading', strict: true, schema } };
    try {
      const answer = await chat.completions.create(
        this.#schemas ? { ...request, response_format: format } : request,
        { signal },
      );
      return textOf(answer.choices[0]?.message.content);
    } catch (error) {
      if (!this.#schemas || statusOf(error) !== 400) throw error;
      this.#schemas = false;
      return this.complete(messages, schema, signal);
    }
  }

  #load(): ReturnType<typeof connect> {
    return (this.#client ??= connect(this.config));
  }
}

/** A reading has 50 answers at most, each of a sentence or two; in characters. */
const MOST_OF_AN_ANSWER = 100_000;

/** What a server sends as the text, which need not be one. @throws InvalidModelOutput for one that is too long to be read */
function textOf(content: unknown): string {
  const text = typeof content === 'string' ? content : '';
  if (text.length > MOST_OF_AN_ANSWER) throw new InvalidModelOutput('an answer that is too long');
  return text;
}

async function connect({ url, apiKey }: ModelConfig) {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: url,
    apiKey: apiKey ?? 'none',
    // Not from OPENAI_ variables of the environment, which mean another account.
    organization: null,
    project: null,
    maxRetries: 0,
    fetch: boundedFetch,
    logLevel: 'off',
  });
}

/** The HTTP status that a failure came with; undefined when there was no answer at all. */
export function statusOf(error: unknown): number | undefined {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/**
 * What the model's server did, in words of our own: an error of the package repeats what the server said, which may be the
 * transcript that it was sent.
 */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

/** What may be said of a failure: a server's own words may repeat what it was asked. */
export function describeModelError(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `HTTP ${status}`;
  if (error instanceof InvalidModelOutput) return error.message;
  const { name, cause } = error as { name?: string; cause?: { code?: string; cause?: { code?: string } } };
  return (
    cause?.cause?.code ?? cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : 'no connection')
  );
}
