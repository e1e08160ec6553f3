import type { ModelConfig } from '../../../platform/config/config-outside';
import { storablePieces } from '../../../platform/kernel/text';
import { boundedFetch } from './bounded-fetch';
import { InvalidModelOutput } from './invalid-model-output';
import type { ModelPiece } from './model-piece';
import type { ModelMessage, ModelTool } from './model-message';
import { ToolCallAssembler } from './tool-call-assembler';

/** Calls an OpenAI-compatible chat endpoint. The package is loaded with the first request. */
export class ModelClient {
  #client: ReturnType<typeof connect> | undefined;
  /** Cleared when the server rejects structured output; then the prompt alone describes the form. */
  #schemas = true;

  constructor(private readonly config: ModelConfig) {}

  /** The last piece has the calls, once the stream has ended. */
  async *stream(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
    tools: readonly ModelTool[] = [],
  ): AsyncGenerator<ModelPiece> {
    const assembler = new ToolCallAssembler();
    let isBegun = false;
    let letters = 0;
    // A call within the text is an empty piece.
    for await (const text of storablePieces(this.#stream(messages, tools, assembler, signal), true)) {
      const beginsCall: boolean = assembler.hasBegun && !isBegun;
      isBegun ||= beginsCall;
      const callLetters: number = assembler.letters - letters;
      letters += callLetters;
      if (text !== '' || beginsCall || callLetters > 0)
        yield { text, ...(beginsCall && { beginsCall }), ...(callLetters > 0 && { callLetters }) };
    }
    const calls = assembler.calls();
    if (calls.length > 0) yield { text: '', calls };
  }

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

  async *#stream(
    messages: readonly ModelMessage[],
    tools: readonly ModelTool[],
    assembler: ToolCallAssembler,
    signal: AbortSignal,
  ): AsyncGenerator<string> {
    const { chat } = await this.#load();
    const offered = tools.length > 0 ? { tools: [...tools] } : {};
    const chunks = await chat.completions.create(
      { model: this.config.name, messages: [...messages], stream: true, ...offered },
      { signal },
    );
    for await (const chunk of chunks as AsyncIterable<Chunk>) {
      const delta = chunk.choices?.[0]?.delta;
      if (tools.length > 0) assembler.add(delta?.tool_calls);
      const text = delta?.content;
      if (typeof text === 'string' && text !== '') yield text;
      else if (assembler.hasBegun) yield '';
    }
    // The package ends an aborted stream as if it were complete.
    signal.throwIfAborted();
  }

  #load(): ReturnType<typeof connect> {
    return (this.#client ??= connect(this.config));
  }
}

/** A server need not follow the package's types. */
interface Chunk {
  readonly choices?: readonly {
    readonly delta?: { readonly content?: unknown; readonly tool_calls?: unknown };
  }[];
}

/** An analysis has at most 50 answers, each of a sentence or two. */
const MAX_ANSWER_CHARACTERS = 100_000;

/** The content need not be a string. @throws InvalidModelOutput when it is too long */
function textOf(content: unknown): string {
  const text = typeof content === 'string' ? content : '';
  if (text.length > MAX_ANSWER_CHARACTERS) throw new InvalidModelOutput('an answer that is too long');
  return text;
}

async function connect({ url, apiKey }: ModelConfig) {
  const { OpenAI } = await import('openai');
  return new OpenAI({
    baseURL: url,
    apiKey: apiKey ?? 'none',
    // Not from OPENAI_ environment variables, which belong to another account.
    organization: null,
    project: null,
    maxRetries: 0,
    fetch: boundedFetch,
    logLevel: 'off',
  });
}

export function statusOf(error: unknown): number | undefined {
  const { status } = error as { status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** Without the server's own text, which may quote the transcript. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
}

export function describeModelError(error: unknown): string {
  const status = statusOf(error);
  if (status !== undefined) return `HTTP ${status}`;
  if (error instanceof InvalidModelOutput) return error.message;
  const { name, cause } = error as { name?: string; cause?: { code?: string; cause?: { code?: string } } };
  return (
    cause?.cause?.code ?? cause?.code ?? (name === 'TimeoutError' ? 'no answer in time' : 'no connection')
  );
}
