/** Audio on a live socket: µ-law, one side. */
export const WIRE_RATE = 8_000;
export const FRAME_MS = 20;
/** Also its length in bytes. */
export const FRAME_SAMPLES = 160;
