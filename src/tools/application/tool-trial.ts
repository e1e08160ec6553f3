import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { readArguments } from '../domain/arguments';
import { Invocation, type InvocationState, type ToolState } from '../domain/tool';
import { keyOf, problemText } from './talk/use-texts';
import { ToolReader } from './tool-reader';
import { ToolRunner } from './tool-runner';
import { invocationView } from './tool.view';

/** Sends one real request of a tool; nothing is stored. */
@Injectable()
export class ToolTrial {
  constructor(
    private readonly clock: Clock,
    private readonly reader: ToolReader,
    private readonly runner: ToolRunner,
  ) {}

  /** @throws DomainError not_found, invalid_request */
  async run(accountId: string, id: string, sent: object, called: string | undefined) {
    const tool = await this.reader.find(accountId, id);
    const row = this.#row(tool, called ?? tool.name);
    const read = readArguments(sent);
    const prepared = 'problems' in read ? read : this.runner.prepareTrial(tool, read.value);
    if ('problems' in prepared) {
      const error = { code: 'invalid', message: problemText(prepared.problems), statusCode: null };
      return shown({ ...row, arguments: sent, status: 'invalid', error, attempts: 0, endMs: 0 });
    }
    const invocation = new Invocation({
      ...row,
      arguments: prepared.sent,
      key: keyOf(row.name, prepared.whole),
    });
    const began = performance.now();
    const { trigger, ...end } = await this.runner.send(tool, prepared, {
      invocation: invocation.state,
      dropped: new AbortController().signal,
      mayBegin: () => true,
    });
    invocation.finish(trigger, { ...end, endMs: Math.round(performance.now() - began) });
    return shown(invocation.state);
  }

  #row(tool: ToolState, name: string): InvocationState {
    return {
      id: newId('tinv'),
      accountId: tool.accountId,
      callId: '',
      ordinal: 1,
      toolId: tool.id,
      name,
      kind: tool.kind,
      effect: tool.settings.effect,
      phase: 'during',
      key: '',
      status: 'running',
      arguments: null,
      result: null,
      error: null,
      attempts: 1,
      simulated: false,
      repeatedOf: null,
      at: this.clock.now(),
      startMs: 0,
      endMs: null,
    };
  }
}

function shown(state: InvocationState) {
  return invocationView({ ...state, callId: null });
}
