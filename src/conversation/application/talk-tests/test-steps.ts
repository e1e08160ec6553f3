import { foldCase } from '../../../platform/kernel/text';

/** What the contact does, or what is expected since it last did. */
export type TestStep =
  | { readonly contact: string }
  | { readonly keys: string }
  | { readonly silence: true }
  | { readonly hang_up: true }
  | { readonly agent: AgentCheck }
  | { readonly tool: string; readonly arguments?: unknown };

interface AgentCheck {
  readonly includes?: readonly string[];
  readonly excludes?: readonly string[];
  readonly one_of?: readonly string[];
}

export interface TestFailure {
  /** A place of the test, such as `talk[2]` or `expect.tools`. */
  readonly step: string;
  readonly expected: string;
  readonly found: string;
}

export interface TestUse {
  readonly name: string;
  readonly arguments: unknown;
  readonly result: unknown;
  readonly status: string;
}

/** NFC, case folded, white space as one space. */
export function comparable(text: string): string {
  return foldCase(text).replace(/\s+/gu, ' ').trim();
}

export function includesText(text: string, part: string): boolean {
  return comparable(text).includes(comparable(part));
}

/** Compares only what the expected value has. */
export function matchesPartly(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(found) &&
      expected.length === found.length &&
      expected.every((item, at) => matchesPartly(item, found[at]))
    );
  }
  if (typeof expected === 'object' && expected !== null) {
    if (typeof found !== 'object' || found === null) return false;
    const values = new Map(Object.entries(found));
    return Object.entries(expected).every(([name, item]) => matchesPartly(item, values.get(name)));
  }
  if (typeof expected === 'string' && typeof found === 'string')
    return comparable(expected) === comparable(found);
  return expected === found;
}
