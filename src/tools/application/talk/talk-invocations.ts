import type { ToolTalk, ToolUser } from '../../../conversation';
import type { Clock } from '../../../platform/clock';
import type { InvocationState, ToolState } from '../../domain/tool';
import type { InvocationRepository } from '../../infrastructure/invocation.repository';
import type { ToolMetrics } from '../../infrastructure/tool-metrics';
import type { CallOfTalk } from '../call-of-talk';
import { newInvocation } from '../new-invocation';
import { describeUse } from './use-texts';

export type ToolCall = Parameters<ToolUser['use']>[0];

/** A use in its place among those of the talk. */
export interface BegunUse {
  readonly call: ToolCall;
  readonly begun: Pick<InvocationState, 'ordinal' | 'at' | 'startMs'>;
}

export interface InvocationServices {
  readonly clock: Clock;
  readonly invocations: InvocationRepository;
  readonly calls: CallOfTalk;
  readonly metrics: ToolMetrics;
}

/** The rows of one talk's uses of tools. */
export class TalkInvocations {
  #ordinal = 0;

  constructor(
    private readonly services: InvocationServices,
    private readonly talk: ToolTalk,
  ) {}

  /** Before anything is awaited: the calls of an answer keep their order. */
  begin(call: ToolCall): BegunUse {
    this.#ordinal += 1;
    return { call, begun: { ordinal: this.#ordinal, at: this.services.clock.now(), startMs: this.nowMs } };
  }

  /** Returns a row that is not stored yet. */
  row({ call, begun }: BegunUse, tool: ToolState | null, key: string): InvocationState {
    const { accountId, callId } = this.talk.tools;
    return newInvocation({
      accountId,
      callId,
      toolId: tool?.id ?? null,
      name: call.name.slice(0, 64),
      kind: tool?.kind ?? 'built_in',
      effect: tool?.settings.effect ?? 'write',
      key,
      ...begun,
    });
  }

  /**
   * @param ms null: there was no wait for an answer
   * @param options.isSent false: no request left, so metrics get no time
   */
  record(state: InvocationState, ms: number | null, { isSent } = { isSent: true }): void {
    this.services.metrics.countEnd(state, isSent ? ms : null);
    this.note(describeUse(state, ms));
  }

  note(message: string): void {
    this.services.calls.note(this.talk.tools, message);
  }

  get nowMs(): number {
    return Math.max(0, Math.round(this.talk.nowMs()));
  }
}
