import type { PathStatistics } from './audio-path';
import type { RtpRemote } from './rtp/rtp-session';
import type { StreamEncoding } from './stream-path';
import type { DetectedTone } from './tone-detector';

/** What a leg reports. Times are milliseconds on the leg's clock, which begins with the leg and counts the 20 ms ticks. */
export interface MediaLegEvents {
  /** 100 ms of what the other side said; `audio` belongs to the listener. */
  frames(audio: Int16Array, atMs: number): void;
  /** Speech began, or ended, at that time; it is reported a little later. */
  voiced(atMs: number): void;
  quiet(atMs: number): void;
  /** A key went down. */
  dtmf(key: string, atMs: number): void;
  /** A beep has ended. Only found while somebody listens for it. */
  tone(tone: DetectedTone): void;
  /** The leg is over, for this reason; nothing else comes after it. Null: what it counted is lost with its thread. */
  closed(why: string, statistics: LegStatistics | null): void;
}

/** What became of audio that was to be played. */
export interface Played {
  readonly playedMs: number;
  readonly ended: 'played' | 'cleared' | 'failed' | 'closed';
  /** Why its stream failed; what had come of it was played. */
  readonly error?: unknown;
}

export type AudioSource = Int16Array | Iterable<Int16Array> | AsyncIterable<Int16Array>;

/** The direction of a leg as our SDP says it. */
export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive';

/** A recording that is being written. */
export interface LegRecording {
  /** The leg's clock at the recording's first sample: where a turn is found in the file. */
  readonly startedMs: number;
  /** Ends it; so does the end of the leg. */
  stop(): void;
  /** Resolves when the file is whole. Never rejects. */
  readonly finished: Promise<RecordedFile>;
}

export interface RecordedFile {
  readonly path: string;
  readonly lengthMs: number;
  /** Of that, what is zeros because the disk could not follow. */
  readonly lostMs: number;
  /** Why the file is not whole. */
  readonly error?: unknown;
}

export interface LegStatistics extends PathStatistics {
  readonly clockMs: number;
  readonly queuedMs: number;
}

/**
 * The audio of one phone: what is said to it, and what it says. After `closed` every method does nothing, and what waits
 * resolves as closed.
 */
export interface MediaLeg {
  /** When the leg's clock began, on the clock of `performance.now()`. */
  readonly startedAt: number;
  /** @returns what ends the listening */
  listen(listener: Partial<MediaLegEvents>): () => void;
  /**
   * Plays audio (8 kHz) after all that waits. A stream is read no further than 30 s ahead, and not at all before its turn.
   * Never rejects.
   */
  play(audio: AudioSource): Promise<Played>;
  /** Stops playing at once; queued audio stays queued. */
  pause(): void;
  /** Goes on; with `backMs` from the last pause between two words within so much audio, at most 1 s. */
  resume(backMs?: number): void;
  /** Resolves with the leg's clock when all that waits now is played; null when it is dropped instead. */
  mark(): Promise<number | null>;
  /** Drops all that waits, and ends a pause. @returns how much was played since the `clear` before, in milliseconds */
  clear(): Promise<number>;
  /** What waits to be played, as known here: up to 100 ms too much. */
  readonly queuedMs: number;
  /** Lets each hear the other, keys included; null ends it. Each leg is in one bridge at most. */
  bridge(other: MediaLeg | null): void;
  /** Writes a stereo WAV file that is not there yet: left what is sent, right what comes. @throws when it cannot be made */
  record(path: string): Promise<LegRecording>;
  /** Presses keys, 100 ms each: as events, else as tones. */
  sendDtmf(keys: string): void;
  /** The call was answered: what came before is thrown away, and only from now on it is heard and recorded. */
  answered(): void;
  /** On hold (recvonly, inactive) silence is sent, and what waits, waits; sendonly and inactive hear nothing. */
  setDirection(direction: Direction): void;
  statistics(): Promise<LegStatistics>;
  /**
   * Resolves when it is over, with what it counted to its end (null when it died before). Recordings finish by themselves.
   */
  close(): Promise<LegStatistics | null>;
}

/** Where the audio of a stream leg goes. */
export interface StreamSink {
  /** The next piece of what is said, in the stream's encoding. */
  audio(bytes: Uint8Array): void;
  /** What it was given and has not played yet is not to be heard. */
  clear(): void;
}

/** A leg whose audio comes and goes in pieces over somebody else's connection. */
export interface StreamLeg extends MediaLeg {
  /** The connection is there: nothing is heard or said before. */
  begin(encoding: StreamEncoding, far: StreamSink): void;
  /** A piece of what the other side said, of any length. */
  hear(bytes: Uint8Array): void;
}

/** A leg over RTP. */
export interface RtpLeg extends MediaLeg {
  /** The even port that it receives on; RTCP is on the next. */
  readonly port: number;
  /** Follows the other side's SDP; packets are sent from now on. */
  setRemote(remote: RtpRemote): void;
}
