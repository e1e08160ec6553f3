/** ITU-T G.711, 16 bit. */
const BIAS = 132;
const MAX_MAGNITUDE = 32_635;

/** The code of 0. */
export const SILENCE = 0xff;

/** Samples from -1 to 1 by their code. */
export const SAMPLE_OF = Float32Array.from({ length: 256 }, (_, code) => {
  const bits = ~code & 0xff;
  const exponent = (bits >> 4) & 7;
  const magnitude = ((((bits & 0xf) << 3) + BIAS) << exponent) - BIAS;
  return (bits & 0x80 ? -magnitude : magnitude) / 32_768;
});

/** @param sample from -1 to 1; louder ones are clipped */
export function codeOf(sample: number): number {
  const magnitude = Math.min(MAX_MAGNITUDE, Math.round(Math.abs(sample) * 32_768)) + BIAS;
  const exponent = 24 - Math.clz32(magnitude);
  const bits = (sample < 0 ? 0x80 : 0) | (exponent << 4) | ((magnitude >> (exponent + 3)) & 0xf);
  return ~bits & 0xff;
}
