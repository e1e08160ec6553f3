/**
 * The limits of the Agent table and of Limits, each once. Request classes, the OpenAPI document and the boundary tests
 * are made from here; a test holds the constraints of the database against them. Lengths are in Unicode code points
 * (decisions, Text).
 */
export const AGENT_LIMITS = {
  /** "required on create; max 128 chars; unique in the account" */
  name: { minLength: 1, maxLength: 128 },
  /** "required on create; max 2000 chars" */
  openingLine: { minLength: 1, maxLength: 2_000 },
  /** "required on create; max 60000 chars" */
  systemPrompt: { minLength: 1, maxLength: 60_000 },
  /** "max 50 items, each max 500 chars" */
  extractionQuestions: { maxItems: 50, minLength: 1, maxLength: 500 },
  /** "max 50 items, each max 64 chars" */
  dispositions: { maxItems: 50, minLength: 1, maxLength: 64 },
  /** "max 10 items; E.164 numbers" */
  handoffNumbers: { maxItems: 10 },
  /** "1 to 30; null means 10 minutes" */
  maxCallMinutes: { min: 1, max: 30, default: 10 },
  /** "0.5 to 2; speaking rate" */
  pace: { min: 0.5, max: 2 },
  /** "0.01 to 2; voice expressiveness" */
  temperature: { min: 0.01, max: 2 },
  /** "1 to 2.5; pitch-range expansion" */
  voiceModulation: { min: 1, max: 2.5 },
  /**
   * Decisions, section 3: "at most 20, together at most 32 KiB as JSON". The depth is ours: JSON.stringify ends with a
   * RangeError at a few thousand levels, which 32 KiB of brackets reach.
   */
  sendRules: { maxItems: 20, maxBytes: 32 * 1_024, maxDepth: 100 },
} as const;
