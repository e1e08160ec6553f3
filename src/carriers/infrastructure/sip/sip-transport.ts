import type { RtpLeg } from '../../../media';
import type { Timers } from '../../../platform/kernel/time/timers';
import type { RemoteAudio, Session } from '../../../sip';
import type { StartTransfer } from '../../../voice';
import type { AttemptEvents, TransferControl } from '../shared/transports';
import { SipAnsweredLeg } from './sip-answered-leg';
import type { SipRecord } from './sip-leg-store';

export interface SipTransportOptions {
  readonly record: SipRecord;
  readonly openLeg: () => Promise<RtpLeg>;
  readonly timers: Timers;
  readonly transfer: (contact: SipAnsweredLeg, onProgress: AttemptEvents['onTransfer']) => StartTransfer;
}

interface AudioOptions {
  readonly mediaSources: readonly string[];
  readonly keysByInfo?: boolean;
}

export function sipContact(
  { session, audio, leg }: { readonly session: Session; readonly audio: RemoteAudio; readonly leg: RtpLeg },
  { mediaSources: sources, keysByInfo = false }: AudioOptions,
  { record, timers, transfer }: SipTransportOptions,
  onProgress: AttemptEvents['onTransfer'],
): { readonly leg: SipAnsweredLeg; readonly transfer: TransferControl } {
  const contact = new SipAnsweredLeg(session, audio, leg, {
    timers,
    sources,
    keysByInfo,
    onLine: (line) => record.storeLine(line),
  });
  // This process bridges transfers and records them itself.
  return {
    leg: contact,
    transfer: { begin: transfer(contact, onProgress), recording: () => null, detach: () => false },
  };
}
