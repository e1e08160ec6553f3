import { DomainError, type FieldProblem } from './domain-error';
import { parseInstant } from './instant';

/** A client may send nanoseconds. */
export interface Instant {
  readonly epochMs: number;
  /** Beyond the milliseconds, 0 to 999,999. */
  readonly nanoseconds: number;
}

/** Satisfied when the resource's `updated_at` is one of these. */
type OneOfInstants = readonly Instant[];

/** All conditions must be met; none means any version. */
export type ExpectedVersion = readonly OneOfInstants[];

export interface IfMatch {
  /** `*`: any version of an existing resource. */
  readonly any: boolean;
  readonly named: readonly Instant[];
  readonly strong: readonly Instant[];
}

const HEADER_FIELD = 'headers.If-Match';
const BODY_FIELD = 'expected_updated_at';

const DECIMALS = /[.,](\d+)/;
const ENTITY_TAG = /^(W\/)?"(.*)"$/;

/** Any offset and up to 9 decimals; undefined for other text. */
export function preciseInstant(text: string): Instant | undefined {
  // The kernel's grammar, so that this field accepts what others accept; it truncates to milliseconds.
  const instant = parseInstant(text);
  if (!instant) return undefined;
  const [, decimals = ''] = DECIMALS.exec(text) ?? [];
  return { epochMs: instant.getTime(), nanoseconds: Number(decimals.slice(3).padEnd(6, '0')) };
}

/** `*`, or `updated_at` values, bare or quoted, any of which may match (RFC 9110). `undefined`: one is no date-time. */
export function parseIfMatch(header: string): IfMatch | undefined {
  if (header.trim() === '*') return { any: true, named: [], strong: [] };
  const named: Instant[] = [];
  const strong: Instant[] = [];
  for (const item of header.split(',')) {
    const text = item.trim();
    const [, weak, quoted] = ENTITY_TAG.exec(text) ?? [];
    const instant = preciseInstant(quoted ?? text);
    if (!instant) return undefined;
    named.push(instant);
    if (weak === undefined) strong.push(instant);
  }
  return { any: false, named, strong };
}

/** If-Match, or `expected_updated_at` of the body. 400 for an invalid one, and for different values in both. */
export function expectedVersion(sent: {
  ifMatch?: string | undefined;
  expectedUpdatedAt?: string | undefined;
  /** As the message names it. */
  noun?: string;
}): {
  readonly version: ExpectedVersion;
  readonly problems: readonly FieldProblem[];
} {
  const { ifMatch, expectedUpdatedAt, noun = 'agent' } = sent;
  const header = ifMatch === undefined ? undefined : parseIfMatch(ifMatch);
  const field = expectedUpdatedAt === undefined ? undefined : preciseInstant(expectedUpdatedAt);
  const problems: FieldProblem[] = [];
  if (ifMatch !== undefined && !header) {
    problems.push({
      field: HEADER_FIELD,
      message: `must be the updated_at of the ${noun} as a date-time with an offset or Z, bare or in quotes, or *`,
    });
  }
  if (expectedUpdatedAt !== undefined && !field) {
    problems.push({ field: BODY_FIELD, message: 'must be a date-time with an offset or Z' });
  }
  if (header && field && !header.any && !header.named.some((named) => sameInstant(named, field))) {
    problems.push({ field: BODY_FIELD, message: 'differs from the header If-Match: send one of them' });
  }
  const version: OneOfInstants[] = [];
  if (header && !header.any) version.push(header.strong);
  if (field) version.push([field]);
  return { version, problems };
}

export function matchesVersion(expected: ExpectedVersion, updatedAt: Date): boolean {
  const current: Instant = { epochMs: updatedAt.getTime(), nanoseconds: 0 };
  return expected.every((oneOf) => oneOf.some((instant) => sameInstant(instant, current)));
}

/** @throws DomainError version_conflict */
export function assertVersion(noun: 'agent' | 'tool', expected: ExpectedVersion, updatedAt: Date): void {
  if (matchesVersion(expected, updatedAt)) return;
  const current = updatedAt.toISOString();
  const hasOnlyWeakTags = expected.some((oneOf) => oneOf.length === 0);
  const message = hasOnlyWeakTags
    ? `A weak tag (W/) in If-Match matches no version: send "${current}" to change the ${noun} as it is now.`
    : `The ${noun} was saved since; its updated_at is now ${current}. Read it again and repeat the change.`;
  throw new DomainError('version_conflict', message, { updated_at: current });
}

export function entityTag(updatedAt: Date): string {
  return `"${updatedAt.toISOString()}"`;
}

/** Each save moves `updated_at` forward, by at least a millisecond. */
export function nextUpdatedAt(previous: Date, now: Date): Date {
  return new Date(Math.max(now.getTime(), previous.getTime() + 1));
}

function sameInstant(one: Instant, other: Instant): boolean {
  return one.epochMs === other.epochMs && one.nanoseconds === other.nanoseconds;
}
