import { own } from '../../platform/kernel/own';
import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { formatInstant } from '../../platform/kernel/instant';
import { errorText } from '../../platform/logging';
import { filledText } from '../../shared-kernel/placeholders';
import type { TalkCall, ToolSpec } from '../../shared-kernel/tool-use';
import { type Arguments, checkArguments } from '../domain/arguments';
import type { ParameterProblem } from '../domain/parameters';
import { usableFunction } from '../domain/mcp-listing';
import { cleanResult, storedResult } from '../domain/results';
import type { InvocationState, ListedFunction, ToolEffect, ToolState } from '../domain/tool';
import { type BuiltRequest, buildRequest, type EnvelopeCall } from '../domain/tool-request';
import type { SendResult } from '../infrastructure/send-result';
import { ToolSender } from '../infrastructure/tool-sender';
import { CallOfTalk, type TalkOfUse } from './call-of-talk';
import { failure, NOT_SENT } from './talk/use-texts';
import { textOf } from '../domain/url-template';

export interface PreparedUse {
  readonly effect: ToolEffect;
  /** As recorded. */
  readonly sent: Arguments;
  /** Fixed ones included. */
  readonly whole: Arguments;
  readonly isMocked: boolean;
  readonly mock: unknown;
  readonly call: EnvelopeCall | null;
  /** mcp: of the server. */
  readonly listed: ListedFunction | null;
}

export interface UseEnd {
  readonly trigger: 'succeed' | 'fail' | 'time_out' | 'skip';
  /** The part that is stored and passed on. */
  readonly changes: Pick<InvocationState, 'result' | 'error' | 'attempts'>;
  /** The result before the cut; null unless it succeeded. */
  readonly whole: unknown;
}

interface UseInCourse {
  readonly invocation: Pick<InvocationState, 'id' | 'attempts' | 'at'>;
  readonly dropped: AbortSignal;
  /** The commit of its row. */
  readonly stored: Promise<void>;
  readonly mayBegin: () => boolean;
}

const TALK_OVER = failure('talk_over', 'The talk was over.');
const LOGGER = new Logger('Tools');

/** Checks what a tool is used with, and sends its request. */
@Injectable()
export class ToolRunner {
  readonly #calls = new WeakMap<TalkOfUse, Promise<TalkCall | null>>();

  constructor(
    private readonly clock: Clock,
    private readonly sender: ToolSender,
    private readonly calls: CallOfTalk,
  ) {}

  /** Reads the call of a talk once: the part that requests contain does not change meanwhile. */
  callOf(talk: TalkOfUse): Promise<TalkCall | null> {
    const known = this.#calls.get(talk);
    if (known) return known;
    const call = this.calls.find(talk);
    this.#calls.set(talk, call);
    call.catch(() => this.#calls.delete(talk));
    return call;
  }

  /** Prepares a use of the tool in a talk. */
  async prepare(
    tool: ToolState,
    { function: called }: Pick<ToolSpec, 'function'>,
    sent: Arguments,
    talk: TalkOfUse,
  ): Promise<PreparedUse | { readonly problems: readonly ParameterProblem[] }> {
    const { settings } = tool;
    const isMocked = talk.test && settings.inTests === 'mock';
    const mock = isMocked ? storedResult(settings.mockResult) : null;
    const listed = called === null ? null : usableFunction(tool, called);
    if (listed) return { ...functionUse(listed, sent), isMocked, mock };
    const checked = checkArguments(settings.parameters, sent);
    if ('problems' in checked) return checked;
    const call = await this.callOf(talk);
    if (!call) throw new Error('the call of a talk is gone');
    const values = new Map(Object.entries(call.values));
    const fixed = Object.entries(settings.fixedArguments).map(([name, text]) => [
      name,
      filledText(text, values),
    ]);
    const whole = { ...checked.value, ...(Object.fromEntries(fixed) as Arguments) };
    const prepared = {
      effect: settings.effect,
      sent: checked.value,
      whole,
      isMocked,
      mock,
      call: envelopeCall(talk.callId, call),
      listed: null,
    };
    return isMocked ? prepared : (this.#urlProblem(tool, prepared) ?? prepared);
  }

  /** Fixed arguments may be among what is sent; they are empty otherwise. */
  prepareTrial(
    tool: ToolState,
    sent: Arguments,
    listed: ListedFunction | null,
  ): PreparedUse | { readonly problems: readonly ParameterProblem[] } {
    if (listed) return { ...functionUse(listed, sent), isMocked: false, mock: null };
    const { parameters, fixedArguments, effect } = tool.settings;
    const isFixed = (name: string) => Object.hasOwn(fixedArguments, name);
    const free = Object.fromEntries(Object.entries(sent).filter(([name]) => !isFixed(name)));
    const checked = checkArguments(parameters, free);
    if ('problems' in checked) return checked;
    const fixed = Object.keys(fixedArguments).map((name) => [name, textOf(own(sent, name))]);
    const whole = { ...checked.value, ...(Object.fromEntries(fixed) as Arguments) };
    const prepared = {
      effect,
      sent: checked.value,
      whole,
      isMocked: false,
      mock: null,
      call: null,
      listed: null,
    };
    return this.#urlProblem(tool, prepared) ?? prepared;
  }

  /**
   * Connects while the row is stored, before which no request leaves.
   * @throws what `stored` rejects with; nothing else, as a stored row would stay `running`
   */
  async send(tool: ToolState, prepared: PreparedUse, use: UseInCourse): Promise<UseEnd> {
    const end = this.#send(tool, prepared, use).catch(async (error: unknown) => {
      await use.stored;
      LOGGER.warn(`the request of tool ${tool.id} failed: ${errorText(error)}`);
      return useEnd('fail', { result: null, error: NOT_SENT, attempts: use.invocation.attempts - 1 });
    });
    return (await Promise.all([end, use.stored]))[0];
  }

  async #send(
    tool: ToolState,
    prepared: PreparedUse,
    { invocation, dropped, stored, mayBegin }: UseInCourse,
  ): Promise<UseEnd> {
    let attempts = invocation.attempts - 1;
    const result = await this.sender.send({
      tool,
      effect: prepared.effect,
      dropped,
      invocationId: invocation.id,
      now: this.clock.now(),
      next: async () => {
        await stored;
        if (!mayBegin()) return null;
        attempts += 1;
        return this.#request(tool, prepared, { ...invocation, attempts });
      },
    });
    return endOf(result, attempts);
  }

  #request(tool: ToolState, prepared: PreparedUse, invocation: UseInCourse['invocation']) {
    const { whole, listed } = prepared;
    if (listed) return { name: listed.name, arguments: whole, inputSchema: listed.parameters };
    const request = this.#build(tool, prepared, invocation);
    if ('message' in request) throw new Error('the arguments of a tool do not fit its URL');
    return request;
  }

  #urlProblem(
    tool: ToolState,
    prepared: PreparedUse,
  ): { readonly problems: readonly ParameterProblem[] } | null {
    const built = this.#build(tool, prepared, { id: '', attempts: 1, at: this.clock.now() });
    return 'name' in built ? { problems: [{ path: built.name, message: built.message }] } : null;
  }

  #build(
    tool: ToolState,
    { whole, call }: PreparedUse,
    { id, attempts, at }: UseInCourse['invocation'],
  ): BuiltRequest {
    return buildRequest(tool, {
      id,
      arguments: whole,
      call,
      attempt: attempts,
      createdAt: formatInstant(at),
    });
  }
}

/** The server checks them by its schema. */
function functionUse(listed: ListedFunction, sent: Arguments) {
  return { effect: listed.effect, sent, whole: sent, call: null, listed };
}

function endOf(sent: SendResult, attempts: number): UseEnd {
  switch (sent.kind) {
    case 'succeeded': {
      const result = storedResult(sent.result);
      return useEnd('succeed', { result, error: null, attempts }, cleanResult(sent.result));
    }
    case 'failed':
      return useEnd('fail', { result: sent.result ?? null, error: sent.error, attempts });
    case 'timed_out':
      return useEnd('time_out', { result: null, error: sent.error, attempts });
    case 'dropped':
      return useEnd('skip', { result: null, error: TALK_OVER, attempts });
  }
}

function useEnd(trigger: UseEnd['trigger'], changes: UseEnd['changes'], whole: unknown = null): UseEnd {
  return { trigger, changes, whole };
}

function envelopeCall(id: string, call: TalkCall): EnvelopeCall {
  return {
    id,
    agent_id: call.agentId,
    direction: call.direction,
    test: call.test,
    phone_number: call.phoneNumber,
    contact: call.contact,
    variables: call.variables,
    metadata: call.metadata,
  };
}
