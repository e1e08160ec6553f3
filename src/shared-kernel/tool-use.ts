/** The name by which an agent queues a call back. */
export const SCHEDULE_CALLBACK = 'schedule_callback';

/** How a tool is used in a talk without a model. */
export interface OfflineUse {
  /** Any of these, whole, in the contact's turn. */
  readonly phrases: readonly string[];
  /** With `{{result.a.b}}`. */
  readonly say: string;
}

export interface ToolSpeech {
  /** null: the engine's phrases. */
  readonly waiting: string | null;
  /** null: the engine's phrases. */
  readonly failed: string | null;
}

/** A tool as a talk offers it. */
export interface ToolSpec {
  /** null: built in. */
  readonly toolId: string | null;
  /** The name by which the engine calls the tool, unique in the talk. */
  readonly name: string;
  /** As an MCP server names it; null for others. */
  readonly function: string | null;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly speech: ToolSpeech;
  readonly offline: OfflineUse | null;
}

/** The facts about the call of a talk that requests of tools contain. JSON. */
export interface TalkCall {
  /** null: a draft. */
  readonly agentId: string | null;
  readonly direction: string;
  readonly test: boolean;
  /** null: there is no number. */
  readonly phoneNumber: string | null;
  readonly contact: Readonly<Record<string, unknown>>;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Values for the placeholders of fixed arguments. */
  readonly values: Readonly<Record<string, string>>;
  readonly timeZone: string;
}

/** The tools of a talk, and whose talk it is. */
export interface TalkTools {
  readonly accountId: string;
  readonly callId: string;
  /** Set for a voice test, which is no call. Absent: the call is read, and its timeline has the uses. */
  readonly call?: TalkCall | undefined;
  /** Number of the dial. */
  readonly attempt: number;
  readonly test: boolean;
  readonly specs: readonly ToolSpec[];
}

export const INVOCATION_STATUSES = [
  'running',
  'succeeded',
  'failed',
  'timed_out',
  'invalid',
  'skipped',
  'unknown',
] as const;
export type InvocationStatus = (typeof INVOCATION_STATUSES)[number];

export interface ToolError {
  readonly code: string;
  readonly message: string;
  /** HTTP; null without a response. */
  readonly statusCode: number | null;
}

/** The result of a use. */
export interface ToolAnswer {
  /** The id of the stored row; null: no row is stored. */
  readonly invocationId: string | null;
  readonly status: Exclude<InvocationStatus, 'running'>;
  /** JSON. After a failure, the server's text about it. */
  readonly result: unknown;
  readonly error: ToolError | null;
  /** The tool's phrase after a failure. */
  readonly say: string | null;
  /** The duration in talk time, where no time passed; null: the real duration. */
  readonly talkMs: number | null;
}

export interface ToolUse {
  /** Ours, unique in the round. */
  readonly key: string;
  readonly name: string;
  /** As the engine sent them; a text is JSON. */
  readonly arguments: unknown;
  readonly answer: ToolAnswer;
}

/** The uses of one answer of the engine, each with what came of it. */
export interface ToolRound {
  readonly uses: readonly ToolUse[];
  /** The answer had text, too: the turn before. */
  readonly hadText: boolean;
}
