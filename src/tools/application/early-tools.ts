import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { describeError } from '../../platform/logging';
import { own } from '../../platform/kernel/own';
import { firstCodePoints } from '../../platform/kernel/text';
import type { TalkTools } from '../../shared-kernel/tool-use';
import { isObject } from '../domain/parameters';
import { Invocation, type InvocationState, type ToolState } from '../domain/tool';
import { InvocationRepository } from '../infrastructure/invocation.repository';
import { ToolMetrics } from '../infrastructure/tool-metrics';
import { CallOfTalk } from './call-of-talk';
import { describeUse, keyOf } from './talk/use-texts';
import { ToolCatalog } from './tool-catalog';
import { ToolRunner } from './tool-runner';

/** The first ones of an agent are requested. */
const MAX_TOOLS = 3;
const MAX_VALUE_LENGTH = 500;

export type EarlyCall = Omit<TalkTools, 'specs'>;

export type EarlyValues = Readonly<Record<string, string | number | boolean>>;

/** Requests tools before the talk; their results fill placeholders. */
@Injectable()
export class EarlyTools {
  readonly #logger = new Logger(EarlyTools.name);

  constructor(
    private readonly clock: Clock,
    private readonly catalog: ToolCatalog,
    private readonly invocations: InvocationRepository,
    private readonly runner: ToolRunner,
    private readonly calls: CallOfTalk,
    private readonly metrics: ToolMetrics,
  ) {}

  /** Resolves when all have answered or failed. Never rejects. */
  async fetch(call: EarlyCall, toolIds: readonly string[]): Promise<EarlyValues> {
    try {
      const tools = (await this.catalog.beforeTools(call.accountId, toolIds)).slice(0, MAX_TOOLS);
      const values = await Promise.all(tools.map((tool, at) => this.#request(call, tool, at)));
      return merged(values);
    } catch (error) {
      this.#logger.warn(`tools before call ${call.callId}: ${JSON.stringify(describeError(error))}`);
      return {};
    }
  }

  /** What the tools of a call provided, for its analysis. */
  async ofCall(accountId: string, callId: string, toolIds: readonly string[]): Promise<EarlyValues> {
    const tools = await this.catalog.beforeTools(accountId, toolIds);
    if (tools.length === 0) return {};
    const requested = (await this.invocations.ofCall(callId)).filter(({ phase }) => phase === 'before');
    return merged(
      tools.map((tool) => {
        const used = requested.findLast(({ toolId, status }) => toolId === tool.id && status === 'succeeded');
        return used ? provided(tool, used.result) : {};
      }),
    );
  }

  async #request(call: EarlyCall, tool: ToolState, at: number): Promise<EarlyValues> {
    const spec = {
      toolId: tool.id,
      name: tool.name,
      function: null,
      description: '',
      parameters: {},
      offline: null,
    };
    const prepared = await this.runner.prepare(
      tool,
      { ...spec, speech: tool.settings.speech },
      {},
      { ...call, specs: [] },
    );
    const row = this.#row(call, tool, at);
    if ('problems' in prepared) {
      const error = { code: 'invalid', message: 'Its fixed arguments do not fit the URL.', statusCode: null };
      const state: InvocationState = { ...row, status: 'invalid', error, attempts: 0 };
      await this.invocations.insert(state);
      this.#record(call, state, null);
      return {};
    }
    const invocation = new Invocation({
      ...row,
      key: keyOf(tool.name, prepared.whole),
      simulated: prepared.isMocked,
    });
    if (prepared.isMocked) {
      invocation.finish('succeed', { result: prepared.mock, attempts: 0 });
      await this.invocations.insert(invocation.state);
      this.#record(call, invocation.state, null);
      return provided(tool, invocation.state.result);
    }
    await this.invocations.insert(invocation.state);
    const began = performance.now();
    const { trigger, ...end } = await this.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped: new AbortController().signal,
      mayBegin: () => true,
    });
    const ms = performance.now() - began;
    invocation.finish(trigger, end);
    await this.invocations.update(invocation.state);
    this.#record(call, invocation.state, ms);
    return invocation.state.status === 'succeeded' ? provided(tool, invocation.state.result) : {};
  }

  #record(call: EarlyCall, state: InvocationState, ms: number | null): void {
    this.metrics.ended(state, ms);
    this.calls.note(call, describeUse(state, ms));
  }

  #row({ accountId, callId }: EarlyCall, tool: ToolState, at: number): InvocationState {
    return {
      id: newId('tinv'),
      accountId,
      callId,
      ordinal: at - MAX_TOOLS,
      toolId: tool.id,
      name: tool.name,
      kind: tool.kind,
      effect: 'read',
      phase: 'before',
      key: '',
      status: 'running',
      arguments: {},
      result: null,
      error: null,
      attempts: 1,
      simulated: false,
      repeatedOf: null,
      at: this.clock.now(),
      startMs: null,
      endMs: null,
    };
  }
}

/** Of an earlier tool when several provide a name. */
function merged(values: readonly EarlyValues[]): EarlyValues {
  return Object.assign({}, ...[...values].reverse()) as EarlyValues;
}

/** Strings, numbers and booleans of a JSON object; `[[` is broken up. */
function provided({ settings }: ToolState, result: unknown): EarlyValues {
  if (!isObject(result)) return {};
  return Object.fromEntries(
    settings.provides.flatMap((name): [string, string | number | boolean][] => {
      const value = own(result, name);
      if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
      if (typeof value !== 'string') return [];
      return [[name, firstCodePoints(value.replace(/\[(?=\[)/gu, '[ '), MAX_VALUE_LENGTH)]];
    }),
  );
}
