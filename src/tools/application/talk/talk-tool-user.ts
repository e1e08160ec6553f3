import { Logger } from '@nestjs/common';
import type { ToolTalk, ToolUser } from '../../../conversation';
import { errorText } from '../../../platform/logging';
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
import { ToolChanged } from '../../infrastructure/invocation.repository';
import type { RecentTools } from '../../infrastructure/recent-tools';
import type { PreparedUse, ToolRunner } from '../tool-runner';
import { CallbackScheduler } from './callback-scheduler';
import type { SentWrites } from './sent-writes';
import { type BegunUse, type InvocationServices, TalkInvocations, type ToolCall } from './talk-invocations';
import { answerOf, failure, keyOf, NOT_SENT, problemText } from './use-texts';

export interface TalkServices extends InvocationServices {
  readonly tools: RecentTools;
  readonly runner: ToolRunner;
  readonly sentWrites: SentWrites;
}

interface RunningUse {
  readonly invocation: Invocation;
  over: Promise<ToolAnswer>;
}

/** The duration of a mock, in talk time. */
const MOCK_MS = 300;
/** How often a use is begun whose tool is changed meanwhile. */
const MAX_BEGINNINGS = 3;
const LOGGER = new Logger('Tools');

/** The tools of one talk. Each use is a row before its request leaves. */
export class TalkToolUser implements ToolUser {
  readonly #over = new AbortController();
  /** Running writes by tool and arguments, as `keyOf` joins them. */
  readonly #writes = new Map<string, RunningUse>();
  readonly #callbacks: CallbackScheduler;
  readonly #rows: TalkInvocations;

  constructor(
    private readonly services: TalkServices,
    private readonly talk: ToolTalk,
  ) {
    this.#callbacks = new CallbackScheduler(services.clock, services.calls, talk.tools);
    this.#rows = new TalkInvocations(services, talk);
  }

  get specs(): readonly ToolSpec[] {
    return this.talk.tools.specs;
  }

  async use(call: ToolCall): Promise<ToolAnswer> {
    try {
      return await this.#use(this.#rows.begin(call));
    } catch (error) {
      // Nothing was sent: a row is stored before its request.
      LOGGER.warn(`a use of a tool, call ${this.talk.tools.callId}: ${errorText(error)}`);
      return { invocationId: null, status: 'failed', result: null, error: NOT_SENT, say: null, talkMs: null };
    }
  }

  skip(call: ToolCall): Promise<ToolAnswer> {
    const message = 'Too many functions were called: go on without.';
    return this.#endUnsent(this.#rows.begin(call), null, 'skipped', failure('too_many', message));
  }

  note(message: string): void {
    this.#rows.note(message);
  }

  end(): void {
    this.#over.abort(new Dropped());
  }

  async #use(use: BegunUse): Promise<ToolAnswer> {
    const spec = this.specs.find(({ name }) => name === use.call.name);
    if (!spec)
      return this.#endUnsent(use, null, 'invalid', failure('unknown_tool', 'There is no such function.'));
    for (let beginning = 1; ; beginning++) {
      const tool = await this.#toolOf(spec, beginning > 1);
      try {
        return await this.#useOf(tool, spec, use);
      } catch (error) {
        if (!(error instanceof ToolChanged) || beginning === MAX_BEGINNINGS) throw error;
      }
    }
  }

  /** A second attempt changes a row that is there, which checks no version: its tool is read anew, too. */
  async #toolOf({ toolId }: ToolSpec, isChanged: boolean): Promise<ToolState | null> {
    if (toolId === null) return null;
    const { tools } = this.services;
    const { accountId } = this.talk.tools;
    const mayBeSentAgain = [...this.#writes.values()].some(({ invocation }) => invocation.mayHaveActed);
    return isChanged || mayBeSentAgain ? tools.findAnew(accountId, toolId) : tools.find(accountId, toolId);
  }

  /** @throws ToolChanged before anything is sent or stored */
  async #useOf(tool: ToolState | null, spec: ToolSpec, use: BegunUse): Promise<ToolAnswer> {
    const read = readArguments(use.call.arguments);
    if ('problems' in read) return this.#invalid(use, tool, problemText(read.problems));
    if (spec.toolId === null) return this.#schedule(use, read.value);
    if (!tool?.settings.enabled || (spec.function !== null && !usableFunction(tool, spec.function)))
      return this.#endUnsent(use, tool, 'skipped', failure('tool_off', 'The tool is off.'));
    const prepared = await this.services.runner.prepare(tool, spec, read.value, this.talk.tools);
    if ('problems' in prepared) return this.#invalid(use, tool, problemText(prepared.problems));
    const { effect, isMocked, sent, whole } = prepared;
    const key = keyOf(use.call.name, whole);
    const state = { ...this.#rows.row(use, tool, key), effect, arguments: sent, simulated: isMocked };
    if (effect !== 'write') return this.#run(new Invocation(state), tool, prepared);
    const known = this.#writes.get(key);
    if (known?.invocation.answersEqualUses) return this.#repeat(known, state, tool);
    if (known?.invocation.mayHaveActed) {
      const { invocation } = known;
      invocation.sendAgain();
      known.over = this.#write(invocation, tool, prepared, true);
      return known.over;
    }
    const invocation = new Invocation(state);
    const over = this.#write(invocation, tool, prepared, false);
    const running = { invocation, over };
    this.#writes.set(key, running);
    over.catch(() => this.#writes.get(key) === running && this.#writes.delete(key));
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
    await this.services.invocations.insert({ ...repeated, endMs: this.#rows.nowMs }, tool);
    this.#rows.record(repeated, null);
    return { ...answer, invocationId: state.id, say: tool.settings.speech.failed };
  }

  #write(
    invocation: Invocation,
    tool: ToolState,
    prepared: PreparedUse,
    isAgain: boolean,
  ): Promise<ToolAnswer> {
    const over = this.#run(invocation, tool, prepared, isAgain);
    this.services.sentWrites.add(over);
    return over;
  }

  async #run(
    invocation: Invocation,
    tool: ToolState,
    prepared: PreparedUse,
    isAgain = false,
  ): Promise<ToolAnswer> {
    const say = tool.settings.speech.failed;
    const { isMocked } = prepared;
    if (isMocked) {
      const startMs = invocation.state.startMs ?? 0;
      invocation.finish('succeed', { result: prepared.mock, attempts: 0, endMs: startMs + MOCK_MS });
      await this.services.invocations.insert(invocation.state, tool);
      this.#rows.record(invocation.state, MOCK_MS, { isSent: false });
      return answerOf(invocation.state, say, MOCK_MS);
    }
    const began = performance.now();
    const { trigger, changes } = await this.services.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped: invocation.state.effect === 'read' ? this.#over.signal : new AbortController().signal,
      stored: isAgain
        ? this.services.invocations.update(invocation.state)
        : this.services.invocations.insert(invocation.state, tool),
      mayBegin: () => !this.#over.signal.aborted,
    });
    const ms = performance.now() - began;
    // The time of a simulated line stands still until the wait is over.
    const endMs = Math.max(this.#rows.nowMs, (invocation.state.startMs ?? 0) + Math.round(ms));
    invocation.finish(trigger, { ...changes, endMs });
    await this.services.invocations.update(invocation.state).catch((reason: unknown) => {
      LOGGER.warn(`the end of a use of a tool was not stored: ${errorText(reason)}`);
    });
    this.#rows.record(invocation.state, ms);
    return answerOf(invocation.state, say, null);
  }

  async #schedule(use: BegunUse, sent: Readonly<Record<string, unknown>>): Promise<ToolAnswer> {
    const { test } = this.talk.tools;
    const began = performance.now();
    const scheduled = await this.#callbacks.schedule(sent, test);
    const row = this.#rows.row(use, null, keyOf(SCHEDULE_CALLBACK, sent));
    const state: InvocationState = {
      ...row,
      arguments: sent,
      simulated: test,
      status: scheduled.status,
      result: scheduled.result,
      error: scheduled.error,
      attempts: 0,
      endMs: test ? (row.startMs ?? 0) + MOCK_MS : this.#rows.nowMs,
    };
    await this.services.invocations.insert(state, null);
    const ms = test ? MOCK_MS : performance.now() - began;
    this.#rows.record(state, state.status === 'succeeded' ? ms : null, { isSent: false });
    return answerOf(state, null, test ? MOCK_MS : null);
  }

  #invalid(use: BegunUse, tool: ToolState | null, message: string): Promise<ToolAnswer> {
    return this.#endUnsent(use, tool, 'invalid', failure('invalid', message));
  }

  /** A use that sends nothing. */
  async #endUnsent(
    use: BegunUse,
    tool: ToolState | null,
    status: 'invalid' | 'skipped',
    error: ToolError,
  ): Promise<ToolAnswer> {
    const { call } = use;
    const read = readArguments(call.arguments);
    const spec = this.specs.find(({ name }) => name === call.name);
    const row = this.#rows.row(use, tool, keyOf(call.name, {}));
    const state = {
      ...row,
      toolId: row.toolId ?? spec?.toolId ?? null,
      status,
      error,
      arguments: 'value' in read ? read.value : null,
      attempts: 0,
      endMs: this.#rows.nowMs,
    };
    await this.services.invocations.insert(state, tool).catch((error: unknown) => {
      if (error instanceof ToolChanged) throw error;
    });
    this.#rows.record(state, null);
    return answerOf(state, (tool?.settings ?? spec)?.speech.failed ?? null, null);
  }
}
