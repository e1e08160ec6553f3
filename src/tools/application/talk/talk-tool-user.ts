import { Logger } from '@nestjs/common';
import type { ToolTalk, ToolUser } from '../../../conversation';
import type { Clock } from '../../../platform/clock';
import { newId } from '../../../platform/ids';
import { describeError } from '../../../platform/logging';
import {
  SCHEDULE_CALLBACK,
  type ToolAnswer,
  type ToolError,
  type ToolSpec,
} from '../../../shared-kernel/tool-use';
import { readArguments } from '../../domain/arguments';
import { usableFunction } from '../../domain/mcp-listing';
import { Invocation, type InvocationState, type ToolState } from '../../domain/tool';
import { Dropped } from '../../infrastructure/send-result';
import type { InvocationRepository } from '../../infrastructure/invocation.repository';
import type { ToolMetrics } from '../../infrastructure/tool-metrics';
import type { ToolRepository } from '../../infrastructure/tool.repository';
import type { CallOfTalk } from '../call-of-talk';
import { CallbackScheduler } from './callback-scheduler';
import { answerOf, describeUse, failure, keyOf, NOT_SENT, problemText } from './use-texts';
import type { ToolRunner } from '../tool-runner';

type Call = Parameters<ToolUser['use']>[0];

export interface TalkServices {
  readonly clock: Clock;
  readonly tools: ToolRepository;
  readonly invocations: InvocationRepository;
  readonly runner: ToolRunner;
  readonly calls: CallOfTalk;
  readonly metrics: ToolMetrics;
}

interface RunningUse {
  readonly invocation: Invocation;
  over: Promise<ToolAnswer>;
}

/** The duration of a mock, in talk time. */
const MOCK_MS = 300;
const LOGGER = new Logger('Tools');

/** The tools of one talk. Each use is a row before its request leaves. */
export class TalkToolUser implements ToolUser {
  readonly #over = new AbortController();
  /** By tool and arguments, as `keyOf` joins them. */
  readonly #writes = new Map<string, RunningUse>();
  readonly #callbacks: CallbackScheduler;
  #ordinal = 0;

  constructor(
    private readonly services: TalkServices,
    private readonly talk: ToolTalk,
  ) {
    this.#callbacks = new CallbackScheduler(services.clock, services.calls, talk.tools);
  }

  get specs(): readonly ToolSpec[] {
    return this.talk.tools.specs;
  }

  async use(call: Call): Promise<ToolAnswer> {
    try {
      return await this.#use(call);
    } catch (error) {
      // Nothing was sent: a row is stored before its request.
      LOGGER.warn(`a use of a tool, call ${this.talk.tools.callId}: ${JSON.stringify(describeError(error))}`);
      return { invocationId: null, status: 'failed', result: null, error: NOT_SENT, say: null, talkMs: null };
    }
  }

  skip(call: Call): Promise<ToolAnswer> {
    const message = 'Too many functions were called: go on without.';
    return this.#ended(call, null, 'skipped', failure('too_many', message));
  }

  note(message: string): void {
    this.services.calls.note(this.talk.tools, message);
  }

  end(): void {
    this.#over.abort(new Dropped());
  }

  async #use(call: Call): Promise<ToolAnswer> {
    const { accountId } = this.talk.tools;
    const spec = this.specs.find(({ name }) => name === call.name);
    if (!spec)
      return this.#ended(call, null, 'invalid', failure('unknown_tool', 'There is no such function.'));
    const read = readArguments(call.arguments);
    const tool = spec.toolId === null ? null : await this.services.tools.find(accountId, spec.toolId);
    if ('problems' in read) return this.#invalid(call, tool, problemText(read.problems));
    if (spec.toolId === null) return this.#schedule(call, read.value);
    if (!tool?.settings.enabled || (spec.function !== null && !usableFunction(tool, spec.function)))
      return this.#ended(call, tool, 'skipped', failure('tool_off', 'The tool is off.'));
    const prepared = await this.services.runner.prepare(tool, spec, read.value, this.talk.tools);
    if ('problems' in prepared) return this.#invalid(call, tool, problemText(prepared.problems));
    const { effect, isMocked, sent, whole } = prepared;
    const key = keyOf(call.name, whole);
    const state = { ...this.#row(call, tool, key), effect, arguments: sent, simulated: isMocked };
    if (effect !== 'write') return this.#run(new Invocation(state), tool, prepared);
    const known = this.#writes.get(key);
    if (known?.invocation.answersEqualUses) return this.#repeat(known, state, tool);
    if (known?.invocation.mayHaveActed) {
      const { invocation } = known;
      invocation.sendAgain();
      known.over = this.#run(invocation, tool, prepared, true);
      return known.over;
    }
    const invocation = new Invocation(state);
    const over = this.#run(invocation, tool, prepared);
    this.#writes.set(key, { invocation, over });
    return over;
  }

  /** The first answer is that of its equals. */
  async #repeat(
    { invocation, over }: RunningUse,
    state: InvocationState,
    tool: ToolState,
  ): Promise<ToolAnswer> {
    const answer = await over;
    const { status, result, error } = invocation.state;
    const repeated = { ...state, status, result, error, attempts: 0, repeatedOf: invocation.state.id };
    await this.#store({ ...repeated, endMs: this.#nowMs() }, false);
    this.#record(repeated, null);
    return { ...answer, invocationId: state.id, say: tool.settings.speech.failed };
  }

  async #run(
    invocation: Invocation,
    tool: ToolState,
    prepared: Parameters<ToolRunner['send']>[1],
    isAgain = false,
  ): Promise<ToolAnswer> {
    const say = tool.settings.speech.failed;
    const { isMocked } = prepared;
    if (isMocked) {
      const startMs = invocation.state.startMs ?? 0;
      invocation.finish('succeed', { result: prepared.mock, attempts: 0, endMs: startMs + MOCK_MS });
      await this.#store(invocation.state, false);
      this.#record(invocation.state, null);
      return answerOf(invocation.state, say, MOCK_MS);
    }
    const began = performance.now();
    const { trigger, changes } = await this.services.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped: invocation.state.effect === 'read' ? this.#over.signal : new AbortController().signal,
      stored: this.#store(invocation.state, isAgain),
      mayBegin: () => !this.#over.signal.aborted,
    });
    const ms = performance.now() - began;
    // The time of a simulated line stands still until the wait is over.
    const endMs = Math.max(this.#nowMs(), (invocation.state.startMs ?? 0) + Math.round(ms));
    invocation.finish(trigger, { ...changes, endMs });
    await this.#store(invocation.state, true).catch((reason: unknown) => {
      LOGGER.warn(`the end of a use of a tool was not stored: ${JSON.stringify(describeError(reason))}`);
    });
    this.#record(invocation.state, ms);
    return answerOf(invocation.state, say, null);
  }

  async #schedule(call: Call, sent: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const { test } = this.talk.tools;
    const scheduled = await this.#callbacks.schedule(sent, test);
    const state: InvocationState = {
      ...this.#row(call, null, keyOf(SCHEDULE_CALLBACK, sent)),
      arguments: sent,
      simulated: test,
      status: scheduled.status,
      result: scheduled.result,
      error: scheduled.error,
      attempts: 0,
      endMs: this.#nowMs(),
    };
    await this.#store(state, false);
    this.#record(state, null);
    return answerOf(state, null, test ? MOCK_MS : null);
  }

  #invalid(call: Call, tool: ToolState | null, message: string): Promise<ToolAnswer> {
    return this.#ended(call, tool, 'invalid', failure('invalid', message));
  }

  /** A use that sends nothing. */
  async #ended(
    call: Call,
    tool: ToolState | null,
    status: 'invalid' | 'skipped',
    error: ToolError,
  ): Promise<ToolAnswer> {
    const read = readArguments(call.arguments);
    const spec = this.specs.find(({ name }) => name === call.name);
    const row = this.#row(call, tool, keyOf(call.name, {}));
    const state = {
      ...row,
      toolId: row.toolId ?? spec?.toolId ?? null,
      status,
      error,
      arguments: 'value' in read ? read.value : null,
      attempts: 0,
      endMs: this.#nowMs(),
    };
    await this.#store(state, false).catch(() => undefined);
    this.#record(state, null);
    return answerOf(state, (tool?.settings ?? spec)?.speech.failed ?? null, null);
  }

  #row(call: Call, tool: ToolState | null, key: string): InvocationState {
    const { accountId, callId } = this.talk.tools;
    this.#ordinal += 1;
    return {
      id: newId('tinv'),
      accountId,
      callId,
      ordinal: this.#ordinal,
      toolId: tool?.id ?? null,
      name: call.name.slice(0, 64),
      kind: tool?.kind ?? 'built_in',
      effect: tool?.settings.effect ?? 'write',
      phase: 'during',
      key,
      status: 'running',
      arguments: null,
      result: null,
      provided: null,
      error: null,
      attempts: 1,
      simulated: false,
      repeatedOf: null,
      at: this.services.clock.now(),
      startMs: this.#nowMs(),
      endMs: null,
    };
  }

  #store(state: InvocationState, isKnown: boolean): Promise<void> {
    return isKnown ? this.services.invocations.update(state) : this.services.invocations.insert(state);
  }

  #record(state: InvocationState, ms: number | null): void {
    this.services.metrics.ended(state, ms);
    this.note(describeUse(state, ms));
  }

  #nowMs(): number {
    return Math.max(0, Math.round(this.talk.nowMs()));
  }
}
