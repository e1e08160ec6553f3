import { Injectable } from '@nestjs/common';
import { Agents } from '../../../agents';
import { Credits } from '../../../credits';
import { Clock } from '../../../platform/clock';
import { formatInstant } from '../../../platform/kernel/instant';
import { LineFigures } from '../../../trunks';
import type { CallState } from '../../domain/call-state';
import { CallRepository } from '../../infrastructure/call.repository';
import { TalkRepository } from '../../infrastructure/talk.repository';
import { callNotFound } from '../call-errors';
import { CallWaitReasons } from '../dispatch/call-wait-reasons';
import { BatchNames } from './batch-names';
import { liveView } from './call-row.view';

/** A call that goes on, with its transcript so far. */
@Injectable()
export class LiveCallReader {
  constructor(
    private readonly clock: Clock,
    private readonly talks: TalkRepository,
    private readonly callHolds: CallWaitReasons,
  ) {}

  /** null once the call is final and analysed. */
  async read(accountId: string, call: CallState) {
    if (call.finishedAt !== null) return null;
    const turns = (await this.talks.turnsSoFar([call.id])).get(call.id) ?? [];
    const callHolds = await this.callHolds.of(accountId, [call]);
    return liveView(call, callHolds.get(call.id), turns, this.clock.now());
  }
}

/** Reads what the console shows beside one call: agent, batch, charges, live state and lines. */
@Injectable()
export class CallContextReader {
  constructor(
    private readonly calls: CallRepository,
    private readonly agents: Agents,
    private readonly credits: Credits,
    private readonly batches: BatchNames,
    private readonly live: LiveCallReader,
    private readonly lines: LineFigures,
  ) {}

  /** @throws DomainError not_found */
  async read(accountId: string, id: string, { withScript }: { readonly withScript: boolean }) {
    const call = await this.calls.find(accountId, id);
    if (!call) throw callNotFound();
    const { batchId } = call;
    const [agent, batches, charges, live, lines] = await Promise.all([
      this.agents.describe(call.agentId, call.agentVersion),
      batchId === null ? null : this.batches.of(accountId, [batchId]),
      this.credits.charges([id]),
      this.live.read(accountId, call),
      this.lines.ofCall(id),
    ]);
    return {
      object: 'call_context' as const,
      agent: {
        id: call.agentId,
        name: agent.name,
        version: call.agentVersion && formatInstant(call.agentVersion),
        current: call.agentVersion && call.agentVersion.getTime() === agent.savedAt.getTime(),
        ...(withScript ? { script: agent.script } : {}),
      },
      batch: batchId === null ? null : (batches?.get(batchId) ?? { id: batchId, name: null }),
      credits: charges.get(id) ?? 0,
      live,
      line: lines.get('contact') ?? lines.get('inbound') ?? null,
    };
  }
}
