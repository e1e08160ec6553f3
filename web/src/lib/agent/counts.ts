import { entriesOf } from '../text';
import { type RuleForm, SEND_RULES } from './codecs';
import { AGENT_LIMITS, MAX_RULES_BYTES } from '../contract.gen';

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

export function countLines(
  typed: string,
  limit: { readonly entries: number; readonly length?: number },
): { readonly entries: Count; readonly longest: Count | null } {
  const entries = entriesOf(typed);
  const longest = entries.reduce((most, entry) => Math.max(most, lengthOf(entry)), 0);
  return {
    entries: { is: entries.length, of: limit.entries },
    longest: limit.length === undefined ? null : { is: longest, of: limit.length },
  };
}

export function countRules(rules: readonly RuleForm[]): Count {
  const json = JSON.stringify(SEND_RULES.sent(rules));
  return { is: new TextEncoder().encode(json).length, of: MAX_RULES_BYTES };
}

/** `NAME (copy)`; NAME is cut so that the whole stays within the limit. */
export function copyName(name: string, suffix: string): string {
  const room = AGENT_LIMITS.name.length - lengthOf(suffix);
  return `${Array.from(name).slice(0, room).join('').trimEnd()}${suffix}`;
}
