/** Characters; of a list entries, each of so many characters. */
export interface Limit {
  readonly length?: number;
  readonly entries?: number;
}

/** For counters; the service checks its own. `test/agents/agents-editor-fields.spec.ts` compares both. */
export const LIMITS = {
  name: { length: 128 },
  opening_line: { length: 2_000 },
  system_prompt: { length: 60_000 },
  extraction_questions: { entries: 50, length: 500 },
  dispositions: { entries: 50, length: 64 },
  handoff_numbers: { entries: 10 },
  'voicemail.message': { length: 2_000 },
  keyterms: { entries: 100, length: 64 },
  pronunciations: { entries: 100 },
  'pronunciations.text': { length: 64 },
  'pronunciations.say': { length: 128 },
  send_rules: { entries: 20 },
} as const satisfies Record<string, Limit>;

export const RULES_BYTES = 32 * 1_024;

export const RANGES = {
  max_call_minutes: [1, 30],
  pace: [0.5, 2],
  temperature: [0.01, 2],
  voice_modulation: [1, 2.5],
} as const;
