import type { RtpLeg } from '../../../media';
import type { AttemptEvents, OutboundAnswer, OutboundTransport } from '../shared/transports';
import type { TrunkAttempt, TrunkAttemptResult } from '../shared/trunk-failover';
import type { SipRoute } from './sip-route';
import { MAX_GIVE_UP_MS } from './sip-outbound-leg';
import { attemptOverSip, type PlaceCall } from './sip-trunk-attempt';
import { sipContact, type SipTransportOptions } from './sip-transport';

export interface SipOutboundTransportOptions extends SipTransportOptions {
  readonly place: PlaceCall;
  readonly routes: readonly SipRoute[];
  readonly number: string;
  readonly ringSeconds: number;
  /** Whether an earlier attempt of the call got no SIP response. Never rejects. */
  readonly hadNoResponse: () => Promise<boolean>;
}

/** Places calls by INVITE, with RTP audio. */
export class SipOutboundTransport implements OutboundTransport<SipRoute, RtpLeg> {
  readonly noMediaReason = 'there is no free RTP port';
  readonly maxGiveUpMs = MAX_GIVE_UP_MS;
  readonly routes: readonly SipRoute[];
  #hadNoResponse = false;

  constructor(private readonly options: SipOutboundTransportOptions) {
    this.routes = options.routes;
  }

  async openMedia(): Promise<RtpLeg | null> {
    const { openLeg } = this.options;
    const [leg, hadNoResponse] = await Promise.all([
      openLeg().catch(() => null),
      this.options.hadNoResponse(),
    ]);
    this.#hadNoResponse = hadNoResponse;
    return leg;
  }

  attempt(route: SipRoute, leg: RtpLeg, events: AttemptEvents): TrunkAttempt<OutboundAnswer> {
    const { options } = this;
    const { onCallId, onRinging } = events;
    const attempt = attemptOverSip({
      ...options,
      route,
      onCallId,
      onRinging,
      port: leg.port,
      hadNoResponse: this.#hadNoResponse,
    });
    const ended = attempt.ended.then((result): TrunkAttemptResult<OutboundAnswer> => {
      if (result.kind !== 'answered') return result;
      const { session, audio } = result;
      events.onAnswered();
      const stored = options.record.storeAnswer(session);
      const contact = { ...sipContact({ session, audio, leg }, route, options, events.onTransfer), stored };
      return { kind: 'answered', contact };
    });
    return {
      ended,
      giveUp: () => attempt.giveUp(),
    };
  }
}
