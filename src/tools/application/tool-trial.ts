import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { invalidRequest } from '../../platform/kernel/domain-error';
import { readArguments } from '../domain/arguments';
import { usableFunction } from '../domain/mcp-listing';
import { functionProblems } from '../domain/tool-checks';
import { Invocation, type InvocationState, type ToolState } from '../domain/tool';
import { failure, keyOf, problemText } from './talk/use-texts';
import { ToolReader } from './tool-reader';
import { newInvocation } from './new-invocation';
import { ToolRunner } from './tool-runner';
import { invocationView } from './tool.view';

const NOT_ALLOWED =
  'Not one of allowed_tools that the last refresh found without a problem: refresh, or allow it, first.';

/** Sends one real request of a tool; nothing is stored. */
@Injectable()
export class ToolTrial {
  constructor(
    private readonly clock: Clock,
    private readonly reader: ToolReader,
    private readonly runner: ToolRunner,
  ) {}

  /** @param called of an MCP server @throws DomainError not_found, invalid_request */
  async run(accountId: string, id: string, sent: object, called: string | undefined) {
    const tool = await this.reader.find(accountId, id);
    const problems = functionProblems(tool, called);
    if (problems.length > 0) throw invalidRequest(problems);
    const listed = called === undefined ? null : usableFunction(tool, called);
    const row = this.#row(tool, listed?.function ?? called ?? tool.name);
    if (called !== undefined && !listed) return trialView(invalid(row, 'unknown_tool', NOT_ALLOWED, sent));
    const read = readArguments(sent);
    const prepared = 'problems' in read ? read : this.runner.prepareTrial(tool, read.value, listed);
    if ('problems' in prepared) {
      return trialView(invalid(row, 'invalid', problemText(prepared.problems), withoutFixed(tool, sent)));
    }
    const invocation = new Invocation({
      ...row,
      effect: prepared.effect,
      arguments: prepared.sent,
      key: keyOf(row.name, prepared.whole),
    });
    const began = performance.now();
    const { trigger, changes } = await this.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped: new AbortController().signal,
      stored: Promise.resolve(),
      mayBegin: () => true,
    });
    invocation.finish(trigger, { ...changes, endMs: Math.round(performance.now() - began) });
    return trialView(invocation.state);
  }

  #row(tool: ToolState, name: string): InvocationState {
    return newInvocation({
      accountId: tool.accountId,
      callId: '',
      ordinal: 1,
      toolId: tool.id,
      name,
      kind: tool.kind,
      effect: tool.settings.effect,
      at: this.clock.now(),
      startMs: 0,
    });
  }
}

function invalid(row: InvocationState, code: string, message: string, sent: object): InvocationState {
  const error = failure(code, message);
  return { ...row, arguments: sent, status: 'invalid', error, attempts: 0, endMs: 0 };
}

function withoutFixed({ settings }: ToolState, sent: object): object {
  return Object.fromEntries(
    Object.entries(sent).filter(([name]) => !Object.hasOwn(settings.fixedArguments, name)),
  );
}

function trialView(state: InvocationState) {
  return invocationView({ ...state, callId: null });
}
