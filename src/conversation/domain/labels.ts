import { DEFAULT_DISPOSITIONS } from './analyst';
import { wordsOf } from './words';

export type Disposition = (typeof DEFAULT_DISPOSITIONS)[number];

/** What other houses call the same, nearest first (folded words; a label matches when it has them all). */
const ALSO: Readonly<Record<Disposition, readonly string[]>> = {
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

/** Where no label of one's own comes near: the label that means the next best, then Incomplete. */
const ELSE: Readonly<Partial<Record<Disposition, readonly Disposition[]>>> = {
  Interested: ['Likely_Interested'],
  Likely_Interested: ['Interested', 'Requirement_Not_Clear'],
  Callback: ['Likely_Interested'],
  Not_Interested: [],
  Requirement_Not_Clear: ['Likely_Interested', 'Callback'],
  Wrong_Number: ['Not_Interested'],
};

const NEGATED = /^ (?:not|no|un\S*|dis\S*) | nahi | uninterest/u;

/**
 * The label of the list that comes nearest to what was found. An empty list stands for the defaults; Do_Not_Call and
 * Incomplete are given whatever the list says.
 */
export function nearestLabel(found: Disposition, labels: readonly string[]): string {
  if (labels.length === 0) return found;
  for (const candidate of [found, ...(ELSE[found] ?? [])]) {
    const label = labelFor(candidate, labels);
    if (label !== null) return label;
  }
  return found === 'Do_Not_Call' ? found : 'Incomplete';
}

function labelFor(found: Disposition, labels: readonly string[]): string | null {
  const same = labels.find((label) => wordsOf(spaced(label)) === wordsOf(spaced(found)));
  if (same !== undefined) return same;
  const positive = found === 'Interested' || found === 'Likely_Interested';
  for (const name of ALSO[found]) {
    const words = wordsOf(name).trim().split(' ');
    const label = labels.find((own) => {
      const text = wordsOf(spaced(own));
      // "Not interested" has the word "interested" and means the opposite.
      if (positive && NEGATED.test(text)) return false;
      return words.every((word) => text.includes(` ${word} `));
    });
    if (label !== undefined) return label;
  }
  return null;
}

/** `notInterested`, `NOT_INTERESTED` and "Not interested" are one label. */
function spaced(label: string): string {
  return label.replace(/_/gu, ' ').replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2');
}
