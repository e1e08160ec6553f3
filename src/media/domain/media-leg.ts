import type { PathStatistics } from './audio-path';
import type { RtpRemote } from './rtp/rtp-session';
import type { StreamEncoding } from './stream-path';
import type { DetectedTone } from './tone-detector';

/** Events of a leg. Times are milliseconds on the leg's clock, which begins with the leg and counts the 20 ms ticks. */
export interface MediaLegEvents {
  /** 100 ms of received audio; `audio` belongs to the listener. */
  frames(audio: Int16Array, atMs: number): void;
  /** Speech began, or ended, at that time; it is reported a little later. */
  voiced(atMs: number): void;
  quiet(atMs: number): void;
  /** A key went down. */
  dtmf(key: string, atMs: number): void;
  /** A beep has ended. Only detected while there is a listener. */
  tone(tone: DetectedTone): void;
  /** The leg has ended, for this reason; no event follows. Null: its figures are lost with its thread. */
  closed(why: string, statistics: LegStatistics | null): void;
}

/** Result of playing audio. */
export interface Played {
  readonly playedMs: number;
  readonly ended: 'played' | 'cleared' | 'failed' | 'closed';
  /** Why its stream failed; the audio before was played. */
  readonly error?: unknown;
}

export type AudioSource = Int16Array | Iterable<Int16Array> | AsyncIterable<Int16Array>;

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A recording that is being written. */
export interface LegRecording {
  /** The leg's clock at the recording's first sample, to locate turns in the file. */
  readonly startedMs: number;
  /** Ends the recording; so does the end of the leg. */
  stop(): void;
  /** Resolves when the file is complete. Never rejects. */
  readonly finished: Promise<RecordedFile>;
}

export interface RecordedFile {
  readonly path: string;
  readonly lengthMs: number;
  /** Duration of zeros because the disk was too slow. */
  readonly lostMs: number;
  /** Why the file is incomplete. */
  readonly error?: unknown;
}

export interface LegStatistics extends PathStatistics {
  readonly clockMs: number;
  readonly queuedMs: number;
}

/** The audio of one phone, in both directions. After `closed` methods do nothing, and pending results resolve. */
export interface MediaLeg {
  /** When the leg's clock began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** @returns the function that removes the listener */
  listen(listener: Partial<MediaLegEvents>): () => void;
  /** Plays audio (8 kHz) after all queued audio. Reads a stream at most 30 s ahead, after its turn. Never rejects. */
  play(audio: AudioSource): Promise<Played>;
  /** Stops playing at once; queued audio stays queued. */
  pause(): void;
  /** Resumes; with `backMs` from the last pause between two words within that time, at most 1 s. */
  resume(backMs?: number): void;
  /** Resolves with the leg's clock when all queued audio is played; null when it is dropped instead. */
  mark(): Promise<number | null>;
  /**
   * Drops all queued audio, and ends a pause. @returns how much was played since the previous `clear`, in
   * milliseconds
   */
  clear(): Promise<number>;
  /** Queued audio, as known here: up to 100 ms too much. */
  readonly queuedMs: number;
  /** Bridges two legs, keys included; null ends the bridge. Each leg is in one bridge at most. */
  bridge(other: MediaLeg | null): void;
  /** Writes a new stereo WAV file: left the sent audio, right the received. @throws when it cannot be created */
  record(path: string): Promise<LegRecording>;
  /** Presses keys, 100 ms each: as events, else as tones. */
  sendDtmf(keys: string): void;
  /** The call was answered: drops earlier audio; reports and recordings start now. */
  answered(): void;
  /** On hold (recvonly, inactive) sends silence, and queued audio waits; sendonly and inactive receive nothing. */
  setDirection(direction: Direction): void;
  statistics(): Promise<LegStatistics>;
  /** Resolves when the leg has ended, with its figures (null when it died before). Recordings finish by themselves. */
  close(): Promise<LegStatistics | null>;
}

export interface StreamSink {
  /** The next piece of audio, in the stream's encoding. */
  audio(bytes: Uint8Array): void;
  /** Drops audio that was sent and not played yet. */
  clear(): void;
}

/** A leg whose audio is sent and received in pieces over the caller's connection. */
export interface StreamLeg extends MediaLeg {
  /** The connection is open: nothing is received or sent before. */
  begin(encoding: StreamEncoding, far: StreamSink): void;
  /** Receives a piece of audio of any length. */
  receive(bytes: Uint8Array): void;
}

export interface RtpLeg extends MediaLeg {
  /** The even port that it receives on; RTCP is on the next. */
  readonly port: number;
  /** Follows the other side's SDP; packets are sent from now on. */
  setRemote(remote: RtpRemote): void;
}
