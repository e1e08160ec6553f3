/** Limits of an agent's fields as the API's description has them. Lengths are in Unicode code points, sizes in bytes of JSON text. */
export const AGENT_LIMITS = {
  name: { minLength: 1, maxLength: 128 },
  openingLine: { minLength: 1, maxLength: 2_000 },
  systemPrompt: { minLength: 1, maxLength: 60_000 },
  extractionQuestions: { maxItems: 50, minLength: 1, maxLength: 500 },
  dispositions: { maxItems: 50, minLength: 1, maxLength: 64 },
  handoffNumbers: { maxItems: 10 },
  maxCallMinutes: { min: 1, max: 30, default: 10 },
  /** Speaking rate. */
  pace: { min: 0.5, max: 2 },
  /** Expressiveness of the voice. */
  temperature: { min: 0.01, max: 2 },
  /** Expansion of the pitch range. */
  voiceModulation: { min: 1, max: 2.5 },
  voicemailMessage: { minLength: 1, maxLength: 2_000 },
  keyterms: { maxItems: 100, minLength: 1, maxLength: 64 },
  pronunciations: { maxItems: 100, text: { maxLength: 64 }, say: { maxLength: 128 } },
  sendRules: { maxItems: 20, maxBytes: 32 * 1_024, maxDepth: 100 },
} as const;
