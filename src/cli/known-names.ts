/** Repeated here so that help does not load the catalogue of voices. `test/cli/cli.spec.ts` compares them. */
export const ENGINES = ['google', 'sarvam', 'elevenlabs', 'azure', 'openai', 'local'] as const;
