import type { Disposition } from '../../domain/talk-analyst';
import { topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/words';
import { addresseeIn } from './addressee';
import { saidNothing, callerUnderstood } from './ending';
import type { Reply } from './replies';
import type { TalkFacts } from './talk-facts';

interface DispositionRule {
  readonly disposition: Disposition;
  readonly when: (facts: TalkFacts) => boolean;
}

/** The order in which a disposition is decided: the first rule that holds decides. */
export const DISPOSITION_RULES: readonly DispositionRule[] = [
  // There is no contact who may be called about the offer.
  { disposition: 'Voicemail', when: ({ onlyMachine }) => onlyMachine },
  { disposition: 'Do_Not_Call', when: ({ askedNotToBeCalled }) => askedNotToBeCalled },
  { disposition: 'Wrong_Number', when: ({ replies }) => isWrongNumber(replies) },

  // Said explicitly. An early callback outweighs a refusal: "not now, call me on Sunday".
  {
    disposition: 'Callback',
    when: ({ callback, asked, answered }) => callback.requested && answered < Math.max(2, asked / 2),
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
    when: ({ interest, asked, ended }) => interest === 'said' && asked === 0 && ended,
  },
  {
    disposition: 'Interested',
    when: ({ meeting, answeredShare }) => meeting?.requested === true && answeredShare >= 0.5,
  },
  {
    disposition: 'Interested',
    when: ({ asked, answeredShare, replies }) =>
      asked >= 3 && answeredShare >= 0.99 && asksAboutOffer(replies),
  },
  { disposition: 'Likely_Interested', when: ({ wantedPerson }) => wantedPerson },
  {
    disposition: 'Likely_Interested',
    when: ({ asked, answeredShare }) => asked >= 2 && answeredShare >= 0.6,
  },

  // Too little was said.
  { disposition: 'Incomplete', when: ({ replies }) => saidNothing(replies) },
  { disposition: 'Incomplete', when: ({ ended, asked }) => !ended && asked <= 2 },

  // Interest or a callback with few answers.
  { disposition: 'Callback', when: ({ callback }) => callback.requested },
  { disposition: 'Likely_Interested', when: ({ interest }) => interest === 'said' },
  { disposition: 'Likely_Interested', when: ({ answeredShare }) => answeredShare >= 0.6 },

  // Neither yes nor no was said. After an opening line alone, questions and the caller's reply still tell something.
  { disposition: 'Requirement_Not_Clear', when: ({ asked }) => asked > 1 },
  { disposition: 'Likely_Interested', when: ({ replies }) => asksAboutOffer(replies) || enquires(replies) },
  { disposition: 'Callback', when: ({ turns }) => callerUnderstood(turns) === 'callback' },
  { disposition: 'Requirement_Not_Clear', when: ({ turns }) => callerUnderstood(turns) !== 'refusal' },
  {
    disposition: 'Requirement_Not_Clear',
    when: ({ replies }) => replies.some(({ remark }) => remark.dontKnow),
  },
  { disposition: 'Not_Interested', when: ({ replies }) => objects(replies) },
];

/** The disposition of a talk in which the contact said at least a word. */
export function dispositionOf(facts: TalkFacts): Disposition {
  return DISPOSITION_RULES.find(({ when }) => when(facts))?.disposition ?? 'Requirement_Not_Clear';
}

function isWrongNumber(replies: readonly Reply[]): boolean {
  return replies.some(({ remark }) => remark.wrongNumber) || nobodyOfThatName(replies);
}

/** Whether nobody of the name that was asked for is there; only before the first question. */
function nobodyOfThatName(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark, question, prompt }) =>
      question === null && !remark.machine && addresseeIn(prompt, remark.words) === 'nobody',
  );
}

/** Whether the contact asked about the offer: fees, dates, hostel. */
function asksAboutOffer(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark }) => !remark.unclear && !remark.asksWho && remark.asks.some((part) => topicOf(part) !== null),
  );
}

const ENQUIRES = rule(
  '(jaanna|janna|poochna|puchna|samajhna|pata karna) (tha|thi|hai|chahta|chahti|chahte|tha ki)',
  '(want|wanted|like) to (know|ask|understand|enquire)',
  '(documents|papers|kagaz) * (kya|which|what|lagenge|needed|required)',
);

/** Whether the contact had a question of its own. */
function enquires(replies: readonly Reply[]): boolean {
  return replies.some(({ remark }) => ENQUIRES.test(remark.words));
}

/** Words that introduce an objection. */
const OBJECTS = rule(
  '(lekin|magar|par|but|however|actually|asal|sach|darasal|already|unfortunately|sorry|maaf)',
);

/** Whether the contact said no, objected, or said something without a yes. */
function objects(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark }) => remark.no || OBJECTS.test(remark.words) || (remark.says.length > 0 && !remark.yes),
  );
}
