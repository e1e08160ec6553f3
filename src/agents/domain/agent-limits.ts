/** A test compares them with the constraints of the database. Lengths are in Unicode code points. */
export const AGENT_LIMITS = {
  name: { minLength: 1, maxLength: 128 },
  openingLine: { minLength: 1, maxLength: 2_000 },
  systemPrompt: { minLength: 1, maxLength: 60_000 },
  extractionQuestions: { maxItems: 50, minLength: 1, maxLength: 500 },
  dispositions: { maxItems: 50, minLength: 1, maxLength: 64 },
  handoffNumbers: { maxItems: 10 },
  maxCallMinutes: { min: 1, max: 30, default: 10 },
  pace: { min: 0.5, max: 2 },
  temperature: { min: 0.01, max: 2 },
  voiceModulation: { min: 1, max: 2.5 },
  voicemailMessage: { minLength: 1, maxLength: 2_000 },
  keyterms: { maxItems: 100, minLength: 1, maxLength: 64 },
  pronunciations: { maxItems: 100, text: { maxLength: 64 }, say: { maxLength: 128 } },
  /** Bytes of JSON. The depth prevents a RangeError of JSON.stringify. */
  sendRules: { maxItems: 20, maxBytes: 32 * 1_024, maxDepth: 100 },
} as const;
