/**
 * Names of options, repeated here so that help does not load the catalogues that own them. `test/cli/cli.spec.ts` compares
 * them with the originals.
 */
export const ENGINES = ['google', 'sarvam', 'elevenlabs', 'azure', 'openai', 'local'] as const;
export const TRUNK_KINDS = ['sip', 'exotel', 'plivo', 'twilio'] as const;
export const UNLOCKABLE_SETTINGS = [
  'timezone',
  'calling_hours',
  'recall_gap_minutes',
  'daily_per_number',
  'queue_hours',
  'max_human_minutes',
] as const;
export const SCOPES = [
  'calls:read',
  'calls:write',
  'webhooks:manage',
  'agents:manage',
  'counsellors:manage',
] as const;
