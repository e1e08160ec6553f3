import { VoiceLevel } from '../../platform/kernel/voice-level';

/** A stretch of speech, with a little of the quiet around it. */
export interface SpeechPiece {
  /** The span of the speech alone, in milliseconds from the beginning of the audio. */
  readonly startMs: number;
  readonly endMs: number;
  /** 8 kHz, at most 30 s. */
  readonly audio: Int16Array;
}

/** Frames of 20 ms at 8 kHz. */
export const PIECE_FRAME_SAMPLES = 160;
const FRAME_MS = 20;
/** Voice in a row that begins speech, and voice in all below which it was but a click. */
const BEGIN_FRAMES = 3;
const MIN_VOICED_FRAMES = 5;
/** Quiet that belongs to a piece before its speech: first sounds are soft. */
const LEAD_FRAMES = 15;
/** Quiet that ends a piece, and a shorter one that ends a long piece. */
const PAUSE_FRAMES = 35;
const SHORT_PAUSE_FRAMES = 10;
const LONG_FRAMES = 20 * 50;
const MAX_FRAMES = 30 * 50;

interface Open {
  readonly frames: Int16Array[];
  readonly first: number;
  last: number;
  voiced: number;
}

/**
 * Cuts one side of a recording at pauses. A piece is at most 30 s long, and from 20 s on a short pause ends it.
 * Memory: one piece.
 */
export class SpeechPieces {
  readonly #level = new VoiceLevel();
  #number = 0;
  #row = 0;
  #lead: Int16Array[] = [];
  #open: Open | null = null;

  /** @param fromMs start of the audio */
  constructor(private readonly fromMs = 0) {}

  /** Owns the frame from now on. @returns the piece that ends with it, if any */
  add(frame: Int16Array): SpeechPiece | null {
    const number = this.#number++;
    const isVoice = this.#level.isVoice(frame);
    if (this.#open) return this.#goOn(this.#open, frame, number, isVoice);
    this.#lead.push(frame);
    this.#row = isVoice ? this.#row + 1 : 0;
    if (this.#row < BEGIN_FRAMES) {
      if (this.#lead.length >= LEAD_FRAMES + BEGIN_FRAMES) this.#lead.shift();
      return null;
    }
    const first = number - BEGIN_FRAMES + 1;
    this.#open = { frames: this.#lead, first, last: number, voiced: BEGIN_FRAMES };
    this.#lead = [];
    return null;
  }

  /** @returns the piece that ends with the audio, if any */
  end(): SpeechPiece | null {
    return this.#open && this.#close(this.#open);
  }

  #goOn(open: Open, frame: Int16Array, number: number, isVoice: boolean): SpeechPiece | null {
    open.frames.push(frame);
    if (isVoice) {
      open.last = number;
      open.voiced += 1;
    }
    const pause = number - open.last;
    const enough = open.frames.length >= LONG_FRAMES ? SHORT_PAUSE_FRAMES : PAUSE_FRAMES;
    if (pause < enough && open.frames.length < MAX_FRAMES) return null;
    return this.#close(open);
  }

  #close({ frames, first, last, voiced }: Open): SpeechPiece | null {
    this.#open = null;
    this.#row = 0;
    if (voiced < MIN_VOICED_FRAMES) return null;
    const audio = new Int16Array(frames.length * PIECE_FRAME_SAMPLES);
    frames.forEach((frame, at) => audio.set(frame, at * PIECE_FRAME_SAMPLES));
    return {
      startMs: this.fromMs + first * FRAME_MS,
      endMs: this.fromMs + (last + 1) * FRAME_MS,
      audio,
    };
  }
}
