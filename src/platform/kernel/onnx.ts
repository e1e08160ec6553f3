/** The part of onnxruntime-node that is used; only the offline speech kit has it. */
export interface OnnxRuntime {
  readonly InferenceSession: { create(path: string, options: OnnxOptions): Promise<OnnxSession> };
  readonly Tensor: new (type: string, data: OnnxData, shape?: readonly number[]) => OnnxTensor;
}

export interface OnnxOptions {
  readonly executionProviders: readonly string[];
  readonly intraOpNumThreads: number;
  readonly interOpNumThreads: number;
  readonly executionMode: 'sequential';
}

export interface OnnxSession {
  run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

type OnnxData = Float32Array | BigInt64Array | readonly boolean[];

export interface OnnxTensor {
  readonly data: OnnxData;
}

export const ONE_THREAD: OnnxOptions = {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
};
