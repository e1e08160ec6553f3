import type { RtpLeg } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { RemoteAudio, Session } from '../../../sip';
import type { AttemptEvents, TransferControl } from '../shared/transports';
import { SipAnsweredLeg } from './sip-answered-leg';
import type { SipRecord } from './sip-leg-store';
import { startSipTransfer, type TransferChannel } from './sip-transfer';
import type { PlaceCall } from './sip-trunk-attempt';

export interface SipTransportOptions {
  readonly record: SipRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly place: PlaceCall;
  readonly timers: Timers;
  /** Occupies a channel; else a sentence for the timeline. Never rejects. */
  readonly channel: (number: string) => Promise<TransferChannel | string>;
}

interface AudioOptions {
  readonly mediaSources: readonly string[];
  readonly keysByInfo?: boolean;
}

export function sipContact(
  { session, audio, leg }: { readonly session: Session; readonly audio: RemoteAudio; readonly leg: RtpLeg },
  { mediaSources: sources, keysByInfo = false }: AudioOptions,
  { record, channel, openLeg, place, timers }: SipTransportOptions,
  onProgress: AttemptEvents['onTransfer'],
): { readonly leg: SipAnsweredLeg; readonly transfer: TransferControl } {
  const contact = new SipAnsweredLeg(session, audio, leg, {
    timers,
    sources,
    keysByInfo,
    onLine: (line) => record.storeLine(line),
  });
  const begin = startSipTransfer({ contact, channel, openLeg, place, timers, onProgress });
  // This process bridges transfers and records them itself.
  return { leg: contact, transfer: { begin, recording: () => null, detach: () => false } };
}
