import type { AudioPath } from './audio-path';
import type { KeyMove } from './tones/dtmf';
import type { BlockPool } from './block-pool';
import { keysIn, PRESS_MS } from './tones/dtmf';
import { BATCH_FRAMES, FRAME_MS, FRAME_SAMPLES } from './frame';
import type { LegTap } from './leg-tap';
import type { Direction } from './media-leg';
import { mixInto } from './mixer';
import { PlayoutBuffer } from './playout-buffer';
import type { StereoRecorder } from './stereo-recorder';
import { dtmfTone, toneSamples } from './tones/tone';
import { type DetectedTone, ToneDetector } from './tones/tone-detector';
import { type MakeVoiceDetector, VoiceActivity, type VoiceDetector } from './voice-detector';

/** The buffer of `audio` is transferred. */
export interface LegReports {
  frames(audio: Int16Array<ArrayBuffer>, atMs: number): void;
  onVoiced(atMs: number): void;
  quiet(atMs: number): void;
  dtmf(key: string, atMs: number): void;
  tone(tone: DetectedTone): void;
  onMarked(name: number): void;
  progress(position: number): void;
}

/** Processes a leg's audio, a frame a tick: `receive` for all legs first, so that a bridge adds no delay. */
export class LegAudio {
  readonly playout: PlayoutBuffer;
  recorder: StereoRecorder | null = null;
  tap: LegTap | null = null;
  wantsFrames = false;
  wantsTones = false;
  readonly #incoming = new Int16Array(FRAME_SAMPLES);
  readonly #outgoing = new Int16Array(FRAME_SAMPLES);
  readonly #keyTones = new PlayoutBuffer(() => undefined);
  readonly #vad: VoiceDetector;
  readonly #toneDetector = new ToneDetector();
  #batch: Int16Array<ArrayBuffer> | null = null;
  #batched = 0;
  #ticks = 0;
  #answered = false;
  #direction: Direction = 'sendrecv';
  #other: LegAudio | null = null;
  #reportedPosition = 0;

  constructor(
    readonly path: AudioPath,
    private readonly reports: LegReports,
    makeVoiceDetector: MakeVoiceDetector,
    private readonly blocks: BlockPool,
  ) {
    this.playout = new PlayoutBuffer(
      (name) => reports.onMarked(name),
      (block) => blocks.give(block),
    );
    const activity = new VoiceActivity(
      (at) => reports.onVoiced(at),
      (at) => reports.quiet(at),
    );
    this.#vad = makeVoiceDetector(activity.onVoiceReport);
  }

  get clockMs(): number {
    return this.#ticks * FRAME_MS;
  }

  receive(nowMs: number): void {
    const incoming = this.#incoming;
    this.path.receive(incoming, nowMs);
    if (this.#direction === 'sendonly' || this.#direction === 'inactive') incoming.fill(0);
  }

  /** A bridged leg must have received before. */
  speak(nowMs: number): void {
    const outgoing = this.#outgoing.fill(0);
    // On hold, and while keys are sent in place of audio, queued audio waits.
    if (this.#direction.startsWith('send') && !this.path.pressing) {
      if (this.#keyTones.queuedMs > 0) this.#keyTones.read(outgoing);
      else {
        this.playout.read(outgoing);
        if (this.#other) mixInto(outgoing, this.#other.#incoming);
      }
    }
    this.path.send(outgoing, nowMs);
  }

  /** Analyzes the frame after packets were sent, records both sides, and reports. */
  listen(): void {
    const incoming = this.#incoming;
    if (this.#answered) {
      this.#vad.process(incoming, this.clockMs);
      if (this.wantsTones) {
        const tone = this.#toneDetector.process(incoming, this.clockMs);
        if (tone) this.reports.tone(tone);
      }
      if (this.wantsFrames || this.#batch) this.#collect(incoming);
    }
    this.recorder?.add(this.#outgoing, this.#received);
    this.tap?.add(this.#outgoing, this.#received, this.clockMs);
    this.#ticks += 1;
    if (this.#ticks % BATCH_FRAMES === 0) this.#report();
  }

  skip(frames: number): void {
    this.path.skip(frames);
    this.recorder?.skip(frames * FRAME_SAMPLES);
    this.tap?.skip();
    this.#ticks += frames;
    this.#batch = null;
    this.#batched = 0;
  }

  onAnswered(): void {
    this.#answered = true;
    this.path.onAnswered();
  }

  set direction(direction: Direction) {
    this.#direction = direction;
  }

  bridge(other: LegAudio | null): void {
    if (other === this) return;
    this.#leave();
    if (!other) return;
    other.#leave();
    this.#other = other;
    other.#other = this;
  }

  press(text: string): void {
    const keys = keysIn(text);
    if (this.path.press(keys)) return;
    for (const key of keys) {
      const tone = dtmfTone(key);
      // Keys beyond 30 s of queued tones are dropped.
      if (tone) this.#keyTones.add(toneSamples({ ...tone, pattern: [PRESS_MS, PRESS_MS] }, 2 * PRESS_MS));
    }
  }

  keyMoved(move: NonNullable<KeyMove>): void {
    if (!this.#answered) return;
    if (move.move === 'up') {
      this.#other?.path.release();
      return;
    }
    this.reports.dtmf(move.key, this.clockMs);
    if (this.#other && !this.#other.path.keyDown(move.key)) this.#other.press(move.key);
  }

  /** Early media is not recorded. */
  get #received(): Int16Array {
    return this.#answered ? this.#incoming : SILENCE;
  }

  #leave(): void {
    const other = this.#other;
    if (!other) return;
    other.path.release();
    this.path.release();
    other.#other = null;
    this.#other = null;
  }

  #collect(incoming: Int16Array): void {
    const batch = (this.#batch ??= this.blocks.acquire());
    batch.set(incoming, this.#batched * FRAME_SAMPLES);
    this.#batched += 1;
    if (this.#batched < BATCH_FRAMES) return;
    this.#batch = null;
    this.#batched = 0;
    if (this.wantsFrames) this.reports.frames(batch, this.clockMs - (BATCH_FRAMES - 1) * FRAME_MS);
  }

  #report(): void {
    const { position } = this.playout;
    if (position === this.#reportedPosition) return;
    this.#reportedPosition = position;
    this.reports.progress(position);
  }
}

const SILENCE = new Int16Array(FRAME_SAMPLES);
