import {
  type LocalAudio,
  type RemoteAudio,
  type SdpVersion,
  acceptAudio,
  answerProblem,
  answerAudio,
  offerAudio,
} from './audio';
import type { Direction } from './sdp';

/** Tracks the session descriptions of one dialog: their versions, and the current agreement. */
export class AudioSession {
  #version: SdpVersion;
  #last: string | null = null;
  #remote: RemoteAudio | null = null;
  /** Ours of the current agreement. */
  #agreed: string | null = null;

  constructor(
    private local: LocalAudio,
    private readonly id: number,
  ) {
    this.#version = { id, version: 1 };
  }

  get remote(): RemoteAudio | null {
    return this.#remote;
  }

  get direction(): Direction {
    return this.local.direction;
  }

  wish(direction: Direction): void {
    this.local = { ...this.local, direction };
  }

  offer(): string {
    return this.#next((version) => offerAudio(this.local, version, this.#last ?? undefined));
  }

  /** The description in force with its version, which changes nothing (RFC 4028 section 7.4); else a new offer. */
  repeat(): string {
    return this.#agreed !== null && this.#agreed === this.#last ? this.#agreed : this.offer();
  }

  /** A copy for a further dialog that the same offer created (RFC 3261 section 13.2.2.4). */
  copy(): AudioSession {
    const copy = new AudioSession(this.local, this.id);
    copy.#version = this.#version;
    copy.#last = this.#last;
    return copy;
  }

  /** Null when the offer has no usable audio; the previous agreement stays. */
  answer(offered: string): string | null {
    const answered = answerAudio(offered, this.local, this.#version);
    if (answered === null) return null;
    this.#remote = answered.audio;
    this.#agreed = this.#next((version) => answerAudio(offered, this.local, version)?.sdp ?? '');
    return this.#agreed;
  }

  accept(answered: string): RemoteAudio | null {
    const audio = acceptAudio(answered, this.local, this.#last ?? undefined);
    if (audio === null) return null;
    this.#remote = audio;
    this.#agreed = this.#last;
    return audio;
  }

  /** Why `accept` refused an answer. */
  problemOf(answered: string): 'no_audio' | 'no_encryption' {
    return answerProblem(answered, this.local, this.#last ?? undefined);
  }

  /** The version stays while nothing else changed (RFC 3264 section 8). */
  #next(make: (version: SdpVersion) => string): string {
    const same = make(this.#version);
    if (this.#last === null || same === this.#last) return (this.#last = same);
    this.#version = { ...this.#version, version: this.#version.version + 1 };
    return (this.#last = make(this.#version));
  }
}
