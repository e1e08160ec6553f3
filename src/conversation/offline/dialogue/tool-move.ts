import { firstCodePoints } from '../../../platform/kernel/text';
import { own } from '../../../platform/kernel/own';
import { escapeActionMarks } from '../../../shared-kernel/action-marks';
import type { TalkBrief } from '../../../shared-kernel/talk';
import { type HistoryItem, isRound } from '../../../shared-kernel/talk-history';
import { RESULT_PLACEHOLDER } from '../../../shared-kernel/placeholders';
import { SCHEDULE_CALLBACK, type ToolSpec, type ToolUse } from '../../../shared-kernel/tool-use';
import { localTimeIn } from '../lexicon/instant-of';
import type { Remark } from '../lexicon/remark';
import { wordsOf } from '../lexicon/words';

/** How often a talk may use one tool. */
const MAX_USES = 2;
const MAX_VALUE_LENGTH = 200;

export interface UseMove {
  readonly kind: 'use';
  readonly name: string;
  readonly arguments: object;
}

/** The tool whose phrase the remark has. */
export function toolFor(
  { tools }: TalkBrief,
  history: readonly HistoryItem[],
  { words }: Remark,
): UseMove | null {
  const spec = tools?.specs.find(
    ({ name, offline }) =>
      offline?.phrases.some((phrase) => words.includes(phraseIn(phrase))) === true &&
      usesOf(history, name) < MAX_USES,
  );
  return spec ? { kind: 'use', name: spec.name, arguments: {} } : null;
}

/** Queues the call back once, at a time that is understood. */
export function callbackFor(
  { tools, now, timeZone }: TalkBrief,
  history: readonly HistoryItem[],
  when: string | null,
): UseMove | null {
  const isOffered = tools?.specs.some(({ name }) => name === SCHEDULE_CALLBACK) === true;
  if (!isOffered || when === null || usesOf(history, SCHEDULE_CALLBACK) > 0) return null;
  const at = localTimeIn(when, now, timeZone);
  return at === null ? null : { kind: 'use', name: SCHEDULE_CALLBACK, arguments: { at } };
}

/** The use that the agent has not spoken of yet. */
export function freshUse(history: readonly HistoryItem[]): ToolUse | null {
  const item = history.findLast((one) => isRound(one) || (one.speaker === 'agent' && one.isWaiting !== true));
  return item && isRound(item) ? (item.uses[0] ?? null) : null;
}

/** null: the use failed, or the result lacks a value. Action marks of values are escaped. */
export function reportOf({ specs }: { readonly specs: readonly ToolSpec[] }, use: ToolUse): string | null {
  const phrase = specs.find(({ name }) => name === use.name)?.offline?.say;
  return phrase === undefined || use.answer.status !== 'succeeded' ? null : fill(phrase, use.answer.result);
}

function fill(phrase: string, result: unknown): string | null {
  const missing: string[] = [];
  const text = phrase.replace(RESULT_PLACEHOLDER, (_, path: string) => {
    const value = path.split('.').slice(1).reduce(partOf, result);
    const shown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (!shown || String(value).trim() === '') missing.push(path);
    return shown ? firstCodePoints(escapeActionMarks(String(value)), MAX_VALUE_LENGTH) : '';
  });
  return missing.length === 0 ? text : null;
}

function partOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/u.test(name) ? (value as unknown[])[Number(name)] : undefined;
  return typeof value === 'object' && value !== null
    ? own(value as Record<string, unknown>, name)
    : undefined;
}

function usesOf(history: readonly HistoryItem[], name: string): number {
  return history.filter((item) => isRound(item) && item.uses.some((use) => use.name === name)).length;
}

const phrases = new Map<string, string>();
const MAX_PHRASES = 2_000;

/** Folded as remarks are, with a space at both ends. */
function phraseIn(phrase: string): string {
  const known = phrases.get(phrase);
  if (known !== undefined) return known;
  if (phrases.size >= MAX_PHRASES) phrases.clear();
  const words = wordsOf(phrase);
  // Without a word it would be in every remark.
  const found = words.trim() === '' ? '\0' : words;
  phrases.set(phrase, found);
  return found;
}
