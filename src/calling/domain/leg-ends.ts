/** Ends that no carrier reports: the monitor finds them. */
export const CARRIER_LOST_IT = { cause: 'carrier_lost_it', by: null } as const;

export const SILENT = {
  cause: 'failed',
  by: 'carrier',
  reason: 'The carrier reported nothing for too long; the call was hung up.',
} as const;
