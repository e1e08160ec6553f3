import type { AudioPath } from './audio-path';
import type { KeyMove } from './dtmf';
import type { LegOptions, MediaEvent } from './leg-messages';
import type { RtpRemote } from './rtp/rtp-session';
import type { StreamPath } from './stream-path';
import type { MakeVoiceDetector } from './voice-detector';

/** A way to the network for a new leg. */
export interface OpenedPath {
  readonly path: AudioPath;
  /** 0 for a stream. */
  readonly port: number;
  /** null: the leg is over RTP. */
  readonly stream: StreamPath | null;
  setRemote(remote: RtpRemote): void;
  close(): void;
}

/** What a way to the network tells its leg. */
export interface PathHooks {
  readonly keyMoved: (move: NonNullable<KeyMove>) => void;
  /** A stream's audio is to be sent. */
  readonly spoken: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** It cannot go on: the leg ends. */
  readonly failed: (error: unknown) => void;
}

/** What the core needs of its surroundings. */
export interface MediaHost {
  /** @throws with the reason that the leg is refused for */
  open(options: LegOptions, hooks: PathHooks): Promise<OpenedPath>;
  /** `given` are buffers that need not be kept. */
  post(event: MediaEvent, given?: readonly ArrayBuffer[]): void;
  /** The clock of the ticks, in milliseconds. */
  now(): number;
  readonly makeVoiceDetector: MakeVoiceDetector;
}
