import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type OnnxRuntime,
  type OnnxSession,
  type OnnxTensor,
  ONE_THREAD,
} from '../../../platform/kernel/onnx';
import { AUDIO_RATE } from '../../domain/tts-engine';
import { resample } from './resample';

const RATE = 16_000;
/** Above the fastest speech. */
const TOKENS_A_SECOND = 6.5;
const [BEGIN, END] = [1, 2];
const LAYERS = 6;
/** The empty state: keys and values of no token, of 8 heads with 36 numbers each. */
const EMPTY = [0, 8, 1, 36];

/** The decoder's keys and values of earlier tokens, by the names of its inputs. */
type Past = ReadonlyMap<string, OnnxTensor>;

interface Tokenizer {
  decode(tokens: readonly number[]): string;
}

/** Moonshine tiny of the offline speech kit: English speech to text, a whole turn at once. */
export class MoonshineModel {
  private constructor(
    private readonly runtime: OnnxRuntime,
    private readonly encoder: OnnxSession,
    private readonly decoder: OnnxSession,
    private readonly tokenizer: Tokenizer,
  ) {}

  /** @throws when the kit is missing, or not for this machine */
  static async load(speechKit: string): Promise<MoonshineModel> {
    const kit = createRequire(join(speechKit, 'package.json'));
    const runtime = kit('onnxruntime-node') as OnnxRuntime;
    const tokenizer = (await import(pathToFileURL(kit.resolve('llama-tokenizer-js')).href)) as {
      readonly default: Tokenizer;
    };
    // The package hides its path from other packages.
    const folder = join(speechKit, 'node_modules', '@moonshine-ai', 'moonshine-js', 'dist');
    const model = (name: string) =>
      runtime.InferenceSession.create(join(folder, 'model', 'tiny', 'quantized', name), ONE_THREAD);
    return new MoonshineModel(
      runtime,
      await model('encoder_model.onnx'),
      await model('decoder_model_merged.onnx'),
      tokenizer.default,
    );
  }

  /** The words of a turn, 8 kHz; '' for none. */
  async transcribe(audio: Int16Array): Promise<string> {
    const { Tensor } = this.runtime;
    const samples = resample(audio, AUDIO_RATE, RATE);
    const encoded = await this.encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    const hidden = encoded['last_hidden_state'];
    if (!hidden) throw new Error('the encoder gave no answer');
    const longest = Math.ceil((samples.length / RATE) * TOKENS_A_SECOND);
    let past = this.#nothing();
    const tokens = [BEGIN];
    for (let at = 0; at <= longest; at++) {
      const step = await this.decoder.run({
        ...Object.fromEntries(past),
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(tokens.at(-1) ?? BEGIN)), [1, 1]),
        encoder_hidden_states: hidden,
        use_cache_branch: new Tensor('bool', [at > 0]),
      });
      const token = likeliest(step['logits']);
      if (token === END) break;
      tokens.push(token);
      past = next(past, step);
    }
    return this.tokenizer.decode(tokens).trim();
  }

  #nothing(): Past {
    const past = new Map<string, OnnxTensor>();
    for (let layer = 0; layer < LAYERS; layer++) {
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
        past.set(
          `past_key_values.${layer}.${part}`,
          new this.runtime.Tensor('float32', new Float32Array(0), EMPTY),
        );
    }
    return past;
  }
}

/** The decoder's state after a step. The first step returns all of the encoder; later steps leave that out. */
function next(past: ReadonlyMap<string, OnnxTensor>, step: Readonly<Record<string, OnnxTensor>>): Past {
  const known = new Map(past);
  for (const [name, tensor] of Object.entries(step)) {
    if (!name.startsWith('present.')) continue;
    const key = name.replace('present.', 'past_key_values.');
    const isFirst = past.get(key)?.data.length === 0;
    if (isFirst || key.includes('.decoder.')) known.set(key, tensor);
  }
  return known;
}

function likeliest(logits: OnnxTensor | undefined): number {
  const values = (logits?.data ?? []) as Float32Array;
  let best = 0;
  for (let token = 1; token < values.length; token++) {
    if ((values[token] ?? 0) > (values[best] ?? 0)) best = token;
  }
  return best;
}
