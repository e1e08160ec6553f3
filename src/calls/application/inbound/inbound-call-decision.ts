import { Injectable } from '@nestjs/common';
import { Agents, type CallableAgent } from '../../../agents';
import { LockAccount } from '../../../calling';
import { Carriers, type InboundAnswer, type RoutedInboundCall } from '../../../carriers';
import { InboundChannels, SpeechReadiness, SpeechStreamLimits } from '../../../trunks';
import { InboundCallStore } from './inbound-call-store';

const CANNOT_ANSWER = {
  turned_off: 'The agent is turned off.',
  outbound_only: 'The agent only places calls.',
} as const;

/** Decides at once, under the lock of the account's line row: callers get free lines before waiting human calls. */
@Injectable()
export class InboundCallDecision {
  constructor(
    private readonly accounts: LockAccount,
    private readonly agents: Agents,
    private readonly carriers: Carriers,
    private readonly channels: InboundChannels,
    private readonly speech: SpeechReadiness,
    private readonly streams: SpeechStreamLimits,
    private readonly calls: InboundCallStore,
  ) {}

  /** @param hasRoom whether this process has room for the call's media */
  async decide(offer: RoutedInboundCall, hasRoom: boolean): Promise<InboundAnswer> {
    const { accountId, agentId, interpretation: reading } = offer;
    const { standing, account, rules } = await this.accounts.lock(accountId);
    const locked = { offer, account, rules };
    const isTrial = reading.isTrial === true;
    if (!isTrial && standing.linesInUse >= rules.lines(false))
      return this.calls.refuse(locked, { why: 'no_line' });
    if (!(await this.channels.isFree(reading.trunkId)))
      return this.calls.refuse(locked, { why: 'no_channel' });
    if (!hasRoom) return this.calls.refuse(locked, { why: 'process_full' });
    const streams = await this.streams.lockForDispatch();
    const agent = (await this.agents.forDialing([agentId])).get(agentId);
    const carrier = this.carriers.find(offer.carrier);
    if (!agent || !carrier) throw new Error('the agent or the carrier of a call that came in is gone');
    const unable = await this.#unable(offer.carrier, agent, isTrial);
    if (unable !== null) return this.calls.refuseForAgent(locked, agent, unable);
    const speech = streams.take(agent);
    if (!speech) return this.calls.refuse(locked, { why: 'no_stream' });
    return this.calls.admit(locked, { agent, carrier, speech });
  }

  /** A trial phone may talk with an agent that only places calls. */
  async #unable(carrier: string, agent: CallableAgent, isTrial: boolean): Promise<string | null> {
    const { cannotAnswer } = agent;
    if (cannotAnswer && !(isTrial && cannotAnswer === 'outbound_only')) return CANNOT_ANSWER[cannotAnswer];
    const [missing] = await this.speech.missing(carrier, agent);
    return missing?.reason ?? null;
  }
}
