import type { AudioPath } from './audio-path';
import type { KeyMove } from './tones/dtmf';
import type { LegOptions, MediaEvent } from './leg-messages';
import type { RtpRemote } from './rtp/rtp-remote';
import type { StreamPath } from './stream-path';
import type { MakeVoiceDetector } from './voice-detector';

export interface OpenedPath {
  readonly path: AudioPath;
  /** 0 for a stream. */
  readonly port: number;
  readonly stream: StreamPath | null;
  setRemote(remote: RtpRemote): void;
  close(): void;
}

export interface PathHooks {
  readonly keyMoved: (move: NonNullable<KeyMove>) => void;
  readonly onSpoken: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly onFailed: (error: unknown) => void;
}

export interface MediaHost {
  /** @throws Error with the reason of the refusal */
  open(options: LegOptions, hooks: PathHooks): Promise<OpenedPath>;
  post(event: MediaEvent, given?: readonly ArrayBuffer[]): void;
  /** The clock of the ticks, in milliseconds. */
  now(): number;
  readonly makeVoiceDetector: MakeVoiceDetector;
}
