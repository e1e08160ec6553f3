import { type RemoteAudio, type LocalAudio, acceptAudio } from '../../domain/audio';
import type { AudioSession } from '../../domain/audio-session';
import { type DialogRecord, type InviteRecord, dialogOfResponse } from '../../domain/dialog';
import { tagOf } from '../../domain/header-values';
import type { SipResponse } from '../../domain/message';
import { sdpOf } from '../../domain/uas-rules';
import type { Provisional } from '../call-outcome';
import type { Core } from '../core';
import type { DialogSide } from './early-dialog';
import { OutgoingEarlyDialog } from './outgoing-early-dialog';

const MAX_FORKS = 16;

export interface EarlyOptions extends DialogSide {
  readonly record: InviteRecord;
  readonly audio: AudioSession;
  readonly local: LocalAudio;
  readonly onProvisional: (provisional: Provisional) => void;
}

/** The early dialogs of one INVITE, by the tag of To. */
export class OutgoingEarlyDialogs {
  readonly #byTag = new Map<string, OutgoingEarlyDialog>();
  #closed = false;

  constructor(
    private readonly core: Core,
    private readonly options: EarlyOptions,
  ) {}

  receive(response: SipResponse): void {
    const dialog = this.#of(response);
    for (const { status, reason, ...own } of dialog?.accept(response) ?? [response]) {
      const sdp = sdpOf({ ...own, status, reason });
      const preview = sdp === null ? null : acceptAudio(sdp, this.options.local);
      const audio = sdp === null ? null : (dialog?.audio.remote ?? preview);
      this.options.onProvisional({ status, reason, audio });
    }
  }

  /** The dialog and the audio of a 2xx; null when it creates no dialog, or has no audio for us. */
  confirm(response: SipResponse): { dialog: DialogRecord; audio: AudioSession; remote: RemoteAudio } | null {
    const dialog = dialogOfResponse(this.options.record, response);
    if (dialog === null) return null;
    const early = this.#byTag.get(dialog.remoteTag);
    const audio = early?.audio ?? this.options.audio;
    // The answer of a reliable response counts, whatever the 2xx repeats.
    const remote = audio.remote ?? audio.accept(sdpOf(response) ?? early?.preview ?? '');
    if (remote === null) return null;
    const { localCseq, remoteCseq } = early?.record ?? dialog;
    return { dialog: { ...dialog, localCseq, remoteCseq }, audio, remote };
  }

  /** Why a 2xx was not confirmed. */
  problemOf(response: SipResponse): 'no_audio' | 'no_encryption' {
    const early = this.#byTag.get(tagOf(response.headers.get('to')) ?? '');
    return this.options.audio.problemOf(sdpOf(response) ?? early?.preview ?? '');
  }

  /** The step from the INVITE's CSeq to one above those of all PRACKs. */
  get byeStep(): number {
    const last = [...this.#byTag.values()].map(({ record }) => record.localCseq);
    return 1 + Math.max(0, ...last.map((cseq) => cseq - this.options.record.cseq));
  }

  close(): void {
    this.#closed = true;
    for (const dialog of this.#byTag.values()) dialog.close();
  }

  #of(response: SipResponse): OutgoingEarlyDialog | undefined {
    const existing = this.#byTag.get(tagOf(response.headers.get('to')) ?? '');
    const { record, audio, peer, contact, onProvisional } = this.options;
    const dialog = dialogOfResponse(record, response);
    if (existing || this.#closed || dialog === null || this.#byTag.size >= MAX_FORKS) return existing;
    const onAudio = (remote: RemoteAudio): void =>
      onProvisional({ status: 183, reason: 'Session Progress', audio: remote });
    const early = new OutgoingEarlyDialog(this.core, dialog, { peer, contact }, audio.copy(), onAudio);
    this.#byTag.set(dialog.remoteTag, early);
    return early;
  }
}
