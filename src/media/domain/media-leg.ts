import type { PathStatistics } from './audio-path';
import type { RtpRemote } from './rtp/rtp-remote';
import type { StreamEncoding } from './stream-path';
import type { DetectedTone } from './tones/tone-detector';

/** Times are milliseconds on the leg's clock, which begins with the leg and counts the 20 ms ticks. */
export interface MediaLegEvents {
  /** 100 ms of received audio, which belongs to the listener. */
  frames(audio: Int16Array, atMs: number): void;
  /** When speech began or ended; reported after a short delay. */
  onVoiced(atMs: number): void;
  quiet(atMs: number): void;
  dtmf(key: string, atMs: number): void;
  /** A beep has ended. Only detected while there is a listener. */
  tone(tone: DetectedTone): void;
  /**
   * 100 ms of µ-law that the leg sent, then as much that it received, as recorded but without the tones of keys. Valid
   * during the call. Blocks are left out when the main thread is 1 s late.
   */
  onTapped(block: Uint8Array, atMs: number): void;
  /** No event follows. `null`: the figures are lost with the thread. */
  onClosed(why: string, statistics: LegStatistics | null): void;
}

export interface Played {
  readonly playedMs: number;
  readonly ended: 'played' | 'cleared' | 'failed' | 'closed';
  readonly error?: unknown;
}

export type AudioSource = Int16Array | Iterable<Int16Array> | AsyncIterable<Int16Array>;

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

export interface LegRecording {
  /** The leg's clock at the first sample, to locate turns in the file. */
  readonly startedMs: number;
  stop(): void;
  readonly finished: Promise<RecordedFile>;
}

export interface RecordedFile {
  readonly path: string;
  readonly lengthMs: number;
  readonly lostMs: number;
  readonly error?: unknown;
}

export interface LegStatistics extends PathStatistics {
  readonly clockMs: number;
  readonly queuedMs: number;
}

/** The audio of one phone, in both directions. After `onClosed` methods do nothing, and pending results resolve. */
export interface MediaLeg {
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** Calls `onClosed` at once when the leg has ended before. @returns the function that removes the listener */
  listen(listener: Partial<MediaLegEvents>): () => void;
  /** 8 kHz, after all queued audio. Reads a stream at most 30 s ahead. Never rejects. */
  play(audio: AudioSource): Promise<Played>;
  /** At once; queued audio stays queued. */
  pause(): void;
  /** With `backMs` from the last pause in speech within that time, at most 1 s. */
  resume(backMs?: number): void;
  /** Drops queued audio, and ends a pause. Returns the milliseconds played since the previous `clear`. */
  clear(): Promise<number>;
  /** Up to 100 ms too much. */
  readonly queuedMs: number;
  bridge(other: MediaLeg | null): void;
  /**
   * Writes a new stereo WAV file: left the sent audio, right the received, after `leadMs` of silence (0).
   * @throws Error when it cannot be created
   */
  record(path: string, leadMs?: number): Promise<LegRecording>;
  /** 100 ms each: as events, else as tones. */
  sendDtmf(keys: string): void;
  onAnswered(): void;
  /** On hold (recvonly, inactive) it sends silence, and queued audio waits; sendonly and inactive receive nothing. */
  setDirection(direction: Direction): void;
  statistics(): Promise<LegStatistics>;
  /** `null`: the leg died before. Recordings finish after it. */
  close(): Promise<LegStatistics | null>;
}

export interface StreamSink {
  audio(bytes: Uint8Array): void;
  clear(): void;
  /** No audio follows that was sent before `clear`. */
  onCleared?(): void;
}

/** A leg whose audio is sent and received in pieces over the caller's connection. */
export interface StreamLeg extends MediaLeg {
  /** Call it when the connection is open. Nothing is received or sent before. */
  begin(encoding: StreamEncoding, far: StreamSink): void;
  receive(bytes: Uint8Array): void;
}

export interface RtpLeg extends MediaLeg {
  /** Even; RTCP is on the next. */
  readonly port: number;
  /** Sets the address and codec of the other side's SDP; packets are sent from now on. */
  setRemote(remote: RtpRemote): void;
}
