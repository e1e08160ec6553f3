import type { Disposition } from '../../domain/talk-analyst';
import { wordsOf } from './words';

/** Nearest first. A label matches when it has all words of a name. */
const SYNONYMS: Readonly<Record<Disposition, readonly string[]>> = {
  Interested: [
    'interested',
    'hot',
    'ruchi hai',
    'ichhuk',
    'very interested',
    'qualified',
    'positive',
    'converted',
    'enrolled',
    'prospect',
    'high intent',
    'yes',
    'site visit',
    'won',
    'sale',
    'sold',
    'buy',
    'purchase',
    'booked',
    'booking',
    'admission',
    'accepted',
    'agreed',
    'confirmed',
    'approved',
    'success',
    'successful',
    'keen',
    'ready',
    'wants',
    'demo',
    'meeting',
    'appointment',
    'joining',
    'good',
    'lead',
  ],
  Likely_Interested: [
    'likely',
    'warm',
    'maybe',
    'may be',
    'somewhat interested',
    'medium intent',
    'nurture',
    'considering',
    'potential',
    'undecided',
    'thinking',
  ],
  Callback: [
    'callback',
    'call back',
    'call later',
    'call again',
    'ring back',
    'recall',
    'try again',
    'busy',
    'follow up',
    'followup',
    'reschedule',
    'rescheduled',
    'later',
  ],
  Not_Interested: [
    'not interested',
    'ruchi nahi',
    'uninterested',
    'cold',
    'rejected',
    'refused',
    'negative',
    'no interest',
    'lost',
    'declined',
    'dropped',
    'low intent',
    'not qualified',
    'unqualified',
    'bad',
    'fail',
    'failed',
    'no',
  ],
  Requirement_Not_Clear: [
    'not clear',
    'unclear',
    'unsure',
    'undecided',
    'confused',
    'need info',
    'more information',
    'requirement',
    'neutral',
    'nurture',
  ],
  Wrong_Number: [
    'wrong number',
    'wrong',
    'invalid',
    'incorrect',
    'junk',
    'bad number',
    'not the right person',
  ],
  Voicemail: [
    'voicemail',
    'voice mail',
    'answering machine',
    'machine',
    'not reachable',
    'unreachable',
    'no answer',
    'not connected',
    'not answered',
    'ringing',
    'rnr',
    'no response',
  ],
  Do_Not_Call: [
    'do not call',
    'dont call',
    'dnd',
    'dnc',
    'do not disturb',
    'blacklist',
    'opt out',
    'unsubscribe',
  ],
  Incomplete: [
    'incomplete',
    'dropped call',
    'disconnected',
    'call dropped',
    'no response',
    'not connected',
    'partial',
    'hung up',
  ],
};

/** Tried in order where no label matches; then Incomplete. */
const FALLBACKS: Readonly<Partial<Record<Disposition, readonly Disposition[]>>> = {
  Interested: ['Likely_Interested'],
  Likely_Interested: ['Interested', 'Requirement_Not_Clear'],
  Callback: ['Likely_Interested'],
  Not_Interested: [],
  Requirement_Not_Clear: ['Likely_Interested', 'Callback'],
  Wrong_Number: ['Not_Interested'],
};

/** "Not interested" has the word "interested" and means the opposite. */
const NEGATED = wordsPattern(['not', 'no', 'never', 'wont', 'dont', 'cannot', 'nahi', 'uninterested']);
const NEGATED_FORM = /^ (?:un|dis)\S/u;

/** Labels without a result. */
const NEUTRAL = wordsPattern([
  'other',
  'others',
  'misc',
  'miscellaneous',
  'general',
  'none',
  'unknown',
  'na',
]);

const BY_ELIMINATION: ReadonlySet<Disposition> = new Set([
  'Interested',
  'Likely_Interested',
  'Not_Interested',
]);

/** An empty list stands for the defaults. Do_Not_Call and Incomplete are allowed in any list. */
export function nearestLabel(found: Disposition, labels: readonly string[]): string {
  if (labels.length === 0) return found;
  const near = [found, ...(FALLBACKS[found] ?? [])];
  for (const candidate of near) {
    const label = labelFor(candidate, labels);
    if (label !== null) return label;
  }
  if (BY_ELIMINATION.has(found)) {
    const label = labelLeft(near, labels);
    if (label !== null) return label;
  }
  return found === 'Do_Not_Call' ? found : 'Incomplete';
}

function labelFor(found: Disposition, labels: readonly string[]): string | null {
  const same = labels.find((label) => fold(label) === fold(found));
  if (same !== undefined) return same;
  const possible = isPositive(found) ? labels.filter((label) => !isNegative(label)) : labels;
  for (const name of SYNONYMS[found]) {
    const label = possible.find((own) => hasWords(own, name));
    if (label !== undefined) return label;
  }
  return null;
}

/** The only label that means no other disposition; null when there are several. */
function labelLeft(near: readonly Disposition[], labels: readonly string[]): string | null {
  const wanted = near.some(isPositive);
  const left = labels.filter((label) => {
    const negative = isNegative(label);
    if (NEUTRAL.test(fold(label)) || negative === wanted) return false;
    // A negative label does not mean what it negates.
    const others = DISPOSITIONS.filter((other) => !near.includes(other) && !(negative && isPositive(other)));
    return !others.some((other) => means(label, other));
  });
  return left.length === 1 ? (left[0] ?? null) : null;
}

const DISPOSITIONS = Object.keys(SYNONYMS) as Disposition[];

function isPositive(found: Disposition): boolean {
  return found === 'Interested' || found === 'Likely_Interested';
}

function isNegative(label: string): boolean {
  const text = fold(label);
  return NEGATED.test(text) || NEGATED_FORM.test(text) || means(label, 'Not_Interested');
}

function means(label: string, found: Disposition): boolean {
  return fold(label) === fold(found) || SYNONYMS[found].some((name) => hasWords(label, name));
}

function hasWords(label: string, name: string): boolean {
  const text = fold(label);
  return wordsOf(name)
    .trim()
    .split(' ')
    .every((word) => text.includes(` ${word} `));
}

/** `notInterested`, `NOT_INTERESTED` and "Not interested" are one label. */
function fold(label: string): string {
  return wordsOf(label.replace(/_/gu, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
}

function wordsPattern(words: readonly string[]): RegExp {
  return new RegExp(words.map((word) => wordsOf(word)).join('|'), 'u');
}
