/** Intervals of repeated requests, in milliseconds; 0 for never. */
export const EVERY = {
  home: 5_000,
  insights: 30_000,
  calls: 3_000,
  call: 1_000,
  /** Media processes measure lines as often. */
  lines: 5_000,
  batch: 2_000,
  deliveries: 5_000,
  toolUses: 5_000,
  once: 0,
} as const;
