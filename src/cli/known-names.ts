/**
 * Names that options take, again: the catalogues that own them are not loaded for a line of help. `test/cli/cli.spec.ts`
 * holds them against the originals.
 */
export const ENGINES = ['google', 'sarvam', 'elevenlabs', 'azure', 'openai', 'local'] as const;
export const SCOPES = [
  'calls:read',
  'calls:write',
  'webhooks:manage',
  'agents:manage',
  'counsellors:manage',
] as const;
