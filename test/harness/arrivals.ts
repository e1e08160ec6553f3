import { InboundCallAdmission } from '../../src/calls/application/inbound/inbound-call-admission';
import { CallProgress } from '../../src/calls/application/call-progress';
import { newId } from '../../src/platform/ids';
import type { InboundAnswer } from '../../src/carriers';
import type { TestApp } from './app';
import type { AnsweredNumber } from './inbound';

/** A decision about a call that came in, without any SIP. */
export type Arrived = InboundAnswer & { readonly callId: string };

/** Calls as SIP hands them on, and their ends. */
export class Arrivals {
  #callers = 0;

  constructor(private readonly service: TestApp) {}

  newCaller(): string {
    return `+9196${String(++this.#callers).padStart(8, '0')}`;
  }

  async arrive(
    { id: accountId, agentId, trunkId, phoneNumber: called }: AnsweredNumber,
    caller = this.newCaller(),
  ): Promise<Arrived> {
    const { app, clock } = this.service;
    const callId = newId('call');
    const answer = await app.get(InboundCallAdmission, { strict: false }).admit({
      callId,
      at: clock.now(),
      carrier: 'sip',
      trunkName: 't',
      accountId,
      agentId,
      interpretation: { trunkId, called, caller },
    });
    return { ...answer, callId };
  }

  /** The caller hangs up before the answer. */
  async hungUp({ callId }: { readonly callId: string }): Promise<void> {
    const end = { cause: 'no_answer', by: 'contact', talkMs: null } as const;
    const { app, clock } = this.service;
    await app.get(CallProgress, { strict: false }).onEnded({ callId, attempt: 1 }, end, clock.now());
  }
}

/** How many were taken, and how many refused for which reason. */
export function counted(arrived: readonly Arrived[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const one of arrived) {
    const what = one.kind === 'admitted' ? 'taken' : one.why;
    counts[what] = (counts[what] ?? 0) + 1;
  }
  return counts;
}
