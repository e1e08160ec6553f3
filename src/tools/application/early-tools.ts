import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { errorText } from '../../platform/logging';
import { mergedValues, providedValues, type ProvidedValues } from '../domain/provided';
import { cleanResult } from '../domain/results';
import { Invocation, type InvocationState, type ToolState } from '../domain/tool';
import { InvocationRepository } from '../infrastructure/invocation.repository';
import { Dropped } from '../infrastructure/send-result';
import { ToolMetrics } from '../infrastructure/tool-metrics';
import { CallOfTalk, type TalkOfUse } from './call-of-talk';
import { describeUse, failure, keyOf } from './talk/use-texts';
import { MAX_BEFORE_TOOLS, ToolCatalog } from './tool-catalog';
import { newInvocation } from './new-invocation';
import { ToolRunner } from './tool-runner';

interface EarlyUse {
  readonly call: TalkOfUse;
  /** Aborted with `Dropped`. */
  readonly dropped: AbortSignal;
}

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

  /**
   * Resolves when all have answered or failed. Never rejects.
   * @param onValues receives what has been provided until now, after each tool
   * @param over aborted with the end of the talk: what still runs is dropped then
   */
  async fetch(
    call: TalkOfUse,
    toolIds: readonly string[],
    onValues: (values: ProvidedValues) => void,
    over = new AbortController().signal,
  ): Promise<ProvidedValues> {
    const found: ProvidedValues[] = [];
    const dropped = droppedBy(over);
    // Without the holes of tools that run.
    const merged = () => mergedValues(Object.values(found));
    const failed = (error: unknown) =>
      this.#logger.warn(`tools before call ${call.callId}: ${errorText(error)}`);
    const request = async (tool: ToolState, at: number) => {
      found[at] = await this.#request({ call, dropped }, tool, at);
      onValues(merged());
    };
    try {
      const tools = await this.catalog.beforeTools(call.accountId, toolIds);
      await Promise.all(tools.map((tool, at) => request(tool, at).catch(failed)));
    } catch (error) {
      failed(error);
    }
    return merged();
  }

  /** The values that the tools of a call provided, for its analysis. */
  async ofCall(accountId: string, callId: string, toolIds: readonly string[]): Promise<ProvidedValues> {
    const tools = await this.catalog.beforeTools(accountId, toolIds);
    if (tools.length === 0) return {};
    const requested = (await this.invocations.ofCall(callId)).filter(({ phase }) => phase === 'before');
    return mergedValues(
      tools.map((tool) => {
        const used = requested.findLast(({ toolId, status }) => toolId === tool.id && status === 'succeeded');
        return used ? (used.provided ?? valuesOf(tool, used.result)) : {};
      }),
    );
  }

  async #request({ call, dropped }: EarlyUse, tool: ToolState, at: number): Promise<ProvidedValues> {
    const prepared = await this.runner.prepare(tool, { function: null }, {}, call);
    const row = this.#row(call, tool, at);
    if ('problems' in prepared) {
      const error = failure('invalid', 'Its fixed arguments do not fit the URL.');
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
      const values = valuesOf(tool, cleanResult(tool.settings.mockResult));
      const provided = providedBeside(prepared.mock, values);
      invocation.finish('succeed', { result: prepared.mock, attempts: 0, provided });
      await this.invocations.insert(invocation.state);
      this.#record(call, invocation.state, null);
      return values;
    }
    const began = performance.now();
    const { trigger, changes, whole } = await this.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped,
      stored: this.invocations.insert(invocation.state),
      mayBegin: () => !dropped.aborted,
    });
    const ms = performance.now() - began;
    const values = valuesOf(tool, whole);
    invocation.finish(trigger, { ...changes, provided: providedBeside(changes.result, values) });
    await this.invocations.update(invocation.state);
    this.#record(call, invocation.state, ms);
    return values;
  }

  #record(call: TalkOfUse, state: InvocationState, ms: number | null): void {
    this.metrics.countEnd(state, ms);
    this.calls.note(call, describeUse(state, ms));
  }

  #row({ accountId, callId }: TalkOfUse, tool: ToolState, at: number): InvocationState {
    return newInvocation({
      accountId,
      callId,
      ordinal: at - MAX_BEFORE_TOOLS,
      toolId: tool.id,
      name: tool.name,
      kind: tool.kind,
      effect: 'read',
      phase: 'before',
      arguments: {},
      at: this.clock.now(),
    });
  }
}

function droppedBy(over: AbortSignal): AbortSignal {
  const dropped = new AbortController();
  const drop = () => dropped.abort(new Dropped());
  if (over.aborted) drop();
  else over.addEventListener('abort', drop, { once: true });
  return dropped.signal;
}

function valuesOf({ settings }: ToolState, result: unknown): ProvidedValues {
  return providedValues(settings.provides, result);
}

/** Stored where the result is cut to text, and no longer has them. */
function providedBeside(stored: unknown, values: ProvidedValues): ProvidedValues | null {
  return typeof stored === 'string' && Object.keys(values).length > 0 ? values : null;
}
