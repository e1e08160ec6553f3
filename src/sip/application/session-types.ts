import type { RemoteAudio } from '../domain/audio';
import type { AudioSession } from '../domain/audio-session';
import type { DialogRecord } from '../domain/dialog';
import type { SipRequest } from '../domain/message';
import type { HeaderField } from '../domain/headers';
import type { SessionTerms, TimerOffer } from '../domain/session-expires';
import type { ServerTransaction } from './server-transaction';
import type { PeerSettings } from './settings';

export interface SessionHandlers {
  /** SIP hold, codec or address changed. */
  audio?(audio: RemoteAudio): void;
  dtmf?(key: string, ms: number): void;
  onConfirmed?(): void;
  onEnded?(end: SessionEnd): void;
}

export interface SessionEnd {
  readonly by: 'local' | 'remote' | 'failure';
  /**
   * `no_ack`: to our 200; `no_audio`: the far side's answer was unusable; `no_encryption`: it was in plain; else the far
   * side lost the call.
   */
  readonly why: 'bye' | 'no_ack' | 'no_audio' | 'no_encryption' | 'gone';
  /** The Q.850 cause in the far side's Reason. */
  readonly q850: number | null;
}

export interface SessionOwner {
  readonly handlers: SessionHandlers;
  readonly audio: AudioSession;
  readonly peer: PeerSettings;
  readonly contact: string;
  readonly record: DialogRecord;
  readonly remoteAudio: RemoteAudio | null;
  readonly ended: boolean;
  readonly reinviting: boolean;
  newRequest(method: string): SipRequest;
  ack(cseq: number, auth: readonly HeaderField[]): Promise<void>;
  bye(): Promise<void>;
  end(end: SessionEnd): boolean;
  retarget(remoteTarget: string | null): void;
  inOrder(transaction: ServerTransaction): boolean;
  /** The offer of the session timer in our next request that refreshes it. */
  timerOffer(): TimerOffer;
  /** Starts the session timer again; null: there is none any more. */
  onRefreshed(terms: SessionTerms | null): void;
  /** Whether the PRACK is for our 180. */
  acknowledgesRinging(prack: SipRequest): boolean;
  /** The far side has lost the dialog. */
  onLost(): void;
  onAgreed(audio: RemoteAudio): void;
}
