import { entriesOf, type RuleForm, SEND_RULES } from './codecs';

/** At most so many characters; of a list so many entries, each of so many characters. */
export interface Limit {
  readonly length?: number;
  readonly entries?: number;
}

/**
 * The service's limits, which counters show; the service checks them. `test/console/agent-limits.spec.ts` compares them
 * with its own.
 */
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

/** Bytes of all send rules together, as JSON. */
export const RULES_BYTES = 32 * 1_024;

/** Lowest and highest value. */
export const RANGES = {
  max_call_minutes: [1, 30],
  pace: [0.5, 2],
  temperature: [0.01, 2],
  voice_modulation: [1, 2.5],
} as const;

/** How much of a limit is used. */
export interface Count {
  readonly is: number;
  readonly of: number;
}

/** Code points, as the service counts. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

export function countText(text: string, { length }: { readonly length: number }): Count {
  return { is: lengthOf(text), of: length };
}

/** The entries of a list that is typed line by line, and the longest of them. */
export function countLines(
  typed: string,
  limit: Limit & { readonly entries: number },
): { readonly entries: Count; readonly longest: Count | null } {
  const entries = entriesOf(typed);
  const longest = entries.reduce((most, entry) => Math.max(most, lengthOf(entry)), 0);
  return {
    entries: { is: entries.length, of: limit.entries },
    longest: limit.length === undefined ? null : { is: longest, of: limit.length },
  };
}

/** The bytes that send rules take together. */
export function countRules(rules: readonly RuleForm[]): Count {
  const json = JSON.stringify(SEND_RULES.sent(rules));
  return { is: new TextEncoder().encode(json).length, of: RULES_BYTES };
}

/** `NAME (copy)`, with a NAME cut so that the whole stays within the limit. */
export function copyName(name: string, suffix: string): string {
  const room = LIMITS.name.length - lengthOf(suffix);
  return `${Array.from(name).slice(0, room).join('').trimEnd()}${suffix}`;
}
