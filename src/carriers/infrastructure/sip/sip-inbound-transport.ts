import type { RtpLeg } from '../../../media';
import type { IncomingCall } from '../../../sip';
import {
  INBOUND_REFUSALS,
  type InboundRejection,
  UNRECORDED_REJECTIONS,
  type UnrecordedReason,
} from '../../domain/inbound';
import type { AcceptFailure, AnsweredContact, AttemptEvents, InboundTransport } from '../shared/transports';
import { awaitAck } from './answer-confirmation';
import { audioOf } from './sip-settings';
import { sipContact, type SipTransportOptions } from './sip-transport';
import type { OpenSipTrunk } from './sip-trunk';

export interface SipInboundTransportOptions extends SipTransportOptions {
  /** undefined: this process closed the trunk after the decision. */
  readonly trunk: Pick<OpenSipTrunk, 'peer' | 'settings'> | undefined;
  /** E.164. */
  readonly called: string;
}

const REJECTIONS = { ...INBOUND_REFUSALS, ...UNRECORDED_REJECTIONS };

export function rejectOverSip(incoming: IncomingCall, reason: InboundRejection | UnrecordedReason): void {
  const { status, retryAfter } = REJECTIONS[reason];
  incoming.reject(status, retryAfter === null ? {} : { headers: [['retry-after', retryAfter]] });
}

/** One INVITE that came in, with RTP audio. */
export class SipInboundTransport implements InboundTransport<RtpLeg> {
  constructor(
    private readonly incoming: IncomingCall,
    private readonly options: SipInboundTransportOptions,
  ) {}

  ring(): void {
    const { trunk } = this.options;
    if (trunk) this.incoming.ring(this.#identityOn(trunk));
  }

  async openMedia(): Promise<RtpLeg | null> {
    const { trunk, openLeg } = this.options;
    return trunk ? openLeg().catch(() => null) : null;
  }

  async prepare(): Promise<void> {
    const { trunk, record } = this.options;
    const dialog = trunk && this.incoming.dialog(trunk.peer);
    if (dialog) await record.storeAnswer({ record: dialog });
  }

  async accept(
    leg: RtpLeg,
    onTransfer: AttemptEvents['onTransfer'],
  ): Promise<AnsweredContact | AcceptFailure> {
    const { incoming, options } = this;
    const { trunk } = options;
    if (!trunk) return 'no_audio';
    const { settings } = trunk;
    const offered = { ...audioOf(settings), port: leg.port, direction: 'sendrecv' } as const;
    const session = incoming.answer({ audio: offered, ...this.#identityOn(trunk) });
    if (!session) return 'no_audio';
    const confirmation = await awaitAck(session, incoming);
    if (confirmation !== 'confirmed') return confirmation;
    const audio = session.remoteAudio;
    if (!audio) {
      void session.hangUp();
      return 'no_audio';
    }
    const { mediaSources, dtmf } = settings;
    const sources = { mediaSources, keysByInfo: dtmf === 'info' };
    return sipContact({ session, audio, leg }, sources, options, onTransfer);
  }

  stop(): void {
    // The answer is sent: its audio needs nothing more of the caller.
  }

  reject(reason: InboundRejection | UnrecordedReason): void {
    rejectOverSip(this.incoming, reason);
  }

  onCanceled(listener: () => void): void {
    this.incoming.onCanceled(listener);
  }

  #identityOn({ peer, settings }: NonNullable<SipInboundTransportOptions['trunk']>) {
    return { peer, contact: settings.username ?? this.options.called };
  }
}
