import type { AudioPath } from './audio-path';
import type { KeyMove } from './dtmf';
import type { LegOptions, MediaEvent } from './leg-messages';
import type { RtpRemote } from './rtp/rtp-session';
import type { StreamPath } from './stream-path';
import type { MakeVoiceDetector } from './voice-detector';

/** The transport of a new leg. */
export interface OpenedPath {
  readonly path: AudioPath;
  /** 0 for a stream. */
  readonly port: number;
  /** null: RTP. */
  readonly stream: StreamPath | null;
  setRemote(remote: RtpRemote): void;
  close(): void;
}

/** Events of a path for its leg. */
export interface PathHooks {
  readonly keyMoved: (move: NonNullable<KeyMove>) => void;
  /** Sends a stream's audio. */
  readonly spoken: (bytes: Uint8Array<ArrayBuffer>) => void;
  /** The path failed: the leg ends. */
  readonly failed: (error: unknown) => void;
}

/** Dependencies of the core on its surroundings. */
export interface MediaHost {
  /** @throws with the reason of the refusal */
  open(options: LegOptions, hooks: PathHooks): Promise<OpenedPath>;
  /** `given` are buffers to transfer. */
  post(event: MediaEvent, given?: readonly ArrayBuffer[]): void;
  /** The clock of the ticks, in milliseconds. */
  now(): number;
  readonly makeVoiceDetector: MakeVoiceDetector;
}
