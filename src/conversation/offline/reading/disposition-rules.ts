import type { Disposition } from '../../domain/talk-analyst';
import { topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/rule';
import { wordsOf } from '../lexicon/words';
import { addresseeIn } from '../lexicon/addressee';
import { hasNoContent, callerUnderstood } from './ending';
import type { Reply } from './replies';
import type { TalkFacts } from './talk-facts';

interface DispositionRule {
  readonly disposition: Disposition;
  readonly when: (facts: TalkFacts) => boolean;
}

/** In order of precedence: the first matching rule decides. */
export const DISPOSITION_RULES: readonly DispositionRule[] = [
  // There is no contact who may be called about the offer.
  { disposition: 'Voicemail', when: ({ onlyMachine }) => onlyMachine },
  { disposition: 'Do_Not_Call', when: ({ optedOut }) => optedOut },
  { disposition: 'Wrong_Number', when: ({ replies }) => isWrongNumber(replies) },

  // Explicit remarks. An early callback outweighs a refusal: "not now, call me on Sunday".
  {
    disposition: 'Callback',
    when: ({ callback, posed, answered }) => callback.requested && answered < Math.max(2, posed / 2),
  },
  { disposition: 'Callback', when: ({ interest, callback }) => interest === 'refused' && callback.requested },
  { disposition: 'Not_Interested', when: ({ interest }) => interest === 'refused' },

  // Interest backed by answers, a meeting or a person.
  { disposition: 'Interested', when: ({ metPerson }) => metPerson },
  {
    disposition: 'Interested',
    when: ({ interest, answeredShare }) => interest === 'said' && answeredShare >= 0.5,
  },
  {
    disposition: 'Interested',
    when: ({ interest, posed, ended }) => interest === 'said' && posed === 0 && ended,
  },
  {
    disposition: 'Interested',
    when: ({ meeting, answeredShare }) => meeting?.requested === true && answeredShare >= 0.5,
  },
  {
    disposition: 'Interested',
    when: ({ posed, answeredShare, replies }) =>
      posed >= 3 && answeredShare >= 0.99 && enquiresAboutOffer(replies),
  },
  { disposition: 'Likely_Interested', when: ({ wantedPerson }) => wantedPerson },
  {
    disposition: 'Likely_Interested',
    when: ({ posed, answeredShare }) => posed >= 2 && answeredShare >= 0.6,
  },

  { disposition: 'Incomplete', when: ({ replies }) => hasNoContent(replies) },
  {
    disposition: 'Likely_Interested',
    when: ({ interest, callback }) => interest === 'said' && !callback.requested,
  },
  { disposition: 'Incomplete', when: ({ ended, posed }) => !ended && posed <= 2 },

  // A callback, or few questions.
  { disposition: 'Callback', when: ({ callback }) => callback.requested },
  { disposition: 'Likely_Interested', when: ({ answeredShare }) => answeredShare >= 0.6 },

  // Neither yes nor no. After an opening line alone, questions and the caller's reply are still evidence.
  { disposition: 'Requirement_Not_Clear', when: ({ posed }) => posed > 1 },
  {
    disposition: 'Likely_Interested',
    when: ({ replies }) => enquiresAboutOffer(replies) || enquires(replies),
  },
  { disposition: 'Callback', when: ({ turns }) => callerUnderstood(turns) === 'callback' },
  { disposition: 'Requirement_Not_Clear', when: ({ turns }) => callerUnderstood(turns) !== 'refusal' },
  {
    disposition: 'Requirement_Not_Clear',
    when: ({ replies }) => replies.some(({ remark }) => remark.dontKnow),
  },
  { disposition: 'Not_Interested', when: ({ replies }) => objects(replies) },
];

export function dispositionOf(facts: TalkFacts): Disposition {
  return DISPOSITION_RULES.find(({ when }) => when(facts))?.disposition ?? 'Requirement_Not_Clear';
}

function isWrongNumber(replies: readonly Reply[]): boolean {
  return replies.some(({ remark }) => remark.wrongNumber) || nobodyOfThatName(replies);
}

/** Only before the first question. */
function nobodyOfThatName(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark, question, prompt }) =>
      question === null && !remark.machine && addresseeIn(prompt, remark.words) === 'unknown',
  );
}

const OF_OFFER = rule(
  '(placement|placements|guarantee|warranty|certificate|internship|syllabus|faculty|installation|parking|coverage|claim|subsidy|tenure)',
);

/** Fees, dates, hostel. */
function enquiresAboutOffer(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark }) =>
      !remark.unclear &&
      !remark.asksWho &&
      remark.asks.some((part) => topicOf(part) !== null || OF_OFFER.test(wordsOf(part))),
  );
}

const ENQUIRES = rule(
  '(jaanna|janna|poochna|puchna|samajhna|pata karna) (tha|thi|hai|chahta|chahti|chahte|tha ki)',
  '(want|wanted|like) to (know|ask|understand|enquire)',
  '(documents|papers|kagaz) * (kya|which|what|lagenge|needed|required)',
);

function enquires(replies: readonly Reply[]): boolean {
  return replies.some(({ remark }) => ENQUIRES.test(remark.words));
}

const OBJECTS = rule(
  '(lekin|magar|par|but|however|actually|asal|sach|darasal|already|unfortunately|sorry|maaf)',
);

/** A refusal, an objection, or a remark without a yes. */
function objects(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark }) => remark.no || OBJECTS.test(remark.words) || (remark.says.length > 0 && !remark.yes),
  );
}
