import { moved, type TransitionTable } from '../../platform/kernel/transition-table';
import type { InvocationStatus, OfflineUse, ToolError, ToolSpeech } from '../../shared-kernel/tool-use';
import type { ParameterSchema } from './parameters';
import type { ProvidedValues } from './provided';

export const TOOL_KINDS = ['http', 'mcp'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];
export const TOOL_METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type ToolEffect = 'read' | 'write';

export interface SealedHeader {
  readonly name: string;
  /** Encrypted. */
  readonly value: string;
}

/** A function of an MCP server, as the last refresh found it. */
export interface ListedFunction {
  /** As the server names it. */
  readonly name: string;
  /** The name by which the model calls the tool. */
  readonly function: string;
  readonly description: string;
  readonly parameters: ParameterSchema;
  readonly effect: ToolEffect;
  /** Why it cannot be used; null: nothing. */
  readonly problem: string | null;
}

export interface ToolSettings {
  readonly description: string | null;
  readonly enabled: boolean;
  readonly url: string;
  readonly timeoutSeconds: number;
  readonly effect: ToolEffect;
  readonly speech: ToolSpeech;
  readonly inTests: 'mock' | 'send';
  readonly mockResult: unknown;
  readonly method: (typeof TOOL_METHODS)[number];
  readonly send: 'envelope' | 'arguments';
  /** null: none. */
  readonly parameters: ParameterSchema | null;
  readonly fixedArguments: Readonly<Record<string, string>>;
  readonly when: 'during' | 'before';
  readonly provides: readonly string[];
  readonly offline: OfflineUse | null;
  readonly allowedTools: readonly string[];
}

export interface ToolState {
  readonly id: string;
  readonly accountId: string;
  readonly kind: ToolKind;
  readonly name: string;
  readonly settings: ToolSettings;
  readonly headers: readonly SealedHeader[];
  /** Encrypted, as the previous one. */
  readonly secret: string;
  readonly secretLast4: string;
  readonly previousSecret: string | null;
  readonly previousSecretUntil: Date | null;
  readonly listed: readonly ListedFunction[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Gives the tool a new version, also for changes in one millisecond. */
export function withNewVersion(tool: ToolState, nowMs: number): ToolState {
  return { ...tool, updatedAt: new Date(Math.max(nowMs, +tool.updatedAt + 1)) };
}

export interface InvocationState {
  readonly id: string;
  readonly accountId: string;
  readonly callId: string;
  /** In the talk, from 1. */
  readonly ordinal: number;
  /** null: built in, or no tool has the name. */
  readonly toolId: string | null;
  readonly name: string;
  readonly kind: ToolKind | 'built_in';
  readonly effect: ToolEffect;
  readonly phase: 'before' | 'during';
  /** Equal uses have the same key. */
  readonly key: string;
  readonly status: InvocationStatus;
  /** Without fixed ones. */
  readonly arguments: unknown;
  readonly result: unknown;
  /** Placeholders that a result filled before it was cut; null: the result has them, or there are none. */
  readonly provided: ProvidedValues | null;
  readonly error: ToolError | null;
  /** Requests that were sent. */
  readonly attempts: number;
  readonly simulated: boolean;
  readonly repeatedOf: string | null;
  readonly at: Date;
  /** Since the answer; null before it. */
  readonly startMs: number | null;
  readonly endMs: number | null;
}

type Trigger = 'succeed' | 'fail' | 'time_out' | 'skip' | 'lose' | 'send_again';

/** Back only for the second attempt. */
const TRANSITIONS: TransitionTable<InvocationStatus, Trigger> = {
  running: { succeed: 'succeeded', fail: 'failed', time_out: 'timed_out', skip: 'skipped', lose: 'unknown' },
  succeeded: {},
  failed: { send_again: 'running' },
  timed_out: { send_again: 'running' },
  invalid: {},
  skipped: {},
  unknown: {},
};

const MAX_ATTEMPTS = 2;

/** Failures after which the server may have acted: another attempt is the same invocation. */
const MAY_HAVE_ACTED = new Set(['timed_out', 'connection_failed', 'bad_answer']);

/** One use of a tool; its `#move` is the only writer of the status. */
export class Invocation {
  #state: InvocationState;

  constructor(state: InvocationState) {
    this.#state = state;
  }

  get state(): InvocationState {
    return this.#state;
  }

  /** An equal use is answered by this one: it runs, has succeeded, or was sent as often as it may be. */
  get answersEqualUses(): boolean {
    const { status, attempts } = this.#state;
    return status === 'running' || status === 'succeeded' || (this.mayHaveActed && attempts >= MAX_ATTEMPTS);
  }

  /** After a time-out, a lost connection or 5xx. */
  get mayHaveActed(): boolean {
    const { status, error } = this.#state;
    if (status === 'timed_out') return true;
    return (
      status === 'failed' &&
      error !== null &&
      (MAY_HAVE_ACTED.has(error.code) || (error.statusCode ?? 0) >= 500)
    );
  }

  sendAgain(): boolean {
    return this.#move('send_again', {
      attempts: this.#state.attempts + 1,
      result: null,
      error: null,
      endMs: null,
    });
  }

  finish(trigger: Exclude<Trigger, 'send_again'>, changes: Partial<InvocationState>): boolean {
    return this.#move(trigger, changes);
  }

  #move(trigger: Trigger, changes: Partial<InvocationState>): boolean {
    const next = moved(TRANSITIONS, this.#state, trigger, changes);
    this.#state = next ?? this.#state;
    return next !== undefined;
  }
}
