import { FRAME_MS } from './frame';

/** Number of a frame of 20 ms since the context began. */
export function clockFrame(samples: number, rate: number): number {
  return Math.floor((samples * 1_000) / (rate * FRAME_MS));
}
