import { HEDGES, isAnswer } from '../lexicon/is-answer';
import { MAX_REFUSED_QUESTIONS, refusesQuestion, refusesToBuy } from '../lexicon/refused-question';
import { asksOpenly } from '../lexicon/question-matching';
import { lastQuestionIn, offersAtOpening, offersIn, offersToAct, offersToBuy } from '../lexicon/offers';
import { beginsWithNo, type Remark } from '../lexicon/remark';
import { topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/rule';
import { alternatives } from '../lexicon/words';
import { isRefusal } from './refusal';
import type { Reply } from './replies';

/** `not_said` also when the contact only answered questions. */
export type Interest = 'said' | 'refused' | 'not_said';

/** The last remark counts: contacts refuse and come round, and the other way. */
export function interestIn(replies: readonly Reply[], questions: readonly string[]): Interest {
  let interest: Interest = 'not_said';
  let refused = 0;
  /** The question whose reply refused the offer without words of refusal. */
  let impliedBy: string | null = null;
  for (const reply of replies) {
    const { remark, question, prompt } = reply;
    const text = question === null ? null : (questions[question] ?? null);
    const isRefused = text !== null && refusesQuestion(text, remark);
    if (isRefused) refused += 1;
    const isAnotherTime = remark.callLater || remark.reschedules;
    const refusesOffer =
      text === null
        ? !isAnotherTime && beginsWithNo(remark) && offersIn(prompt)
        : question === 0 && refusesToBuy(text, remark);
    if (refusesOffer || isRefusal(remark, text, prompt) || (isRefused && refused >= MAX_REFUSED_QUESTIONS)) {
      impliedBy = interest !== 'refused' && !remark.refuses ? text : null;
      interest = 'refused';
    } else if (remark.interested || (agrees(remark) && offersInterest(text, prompt)) || orders(reply)) {
      [interest, impliedBy] = ['said', null];
    } else if (impliedBy !== null && text !== null && text !== impliedBy && isAnswer(text, remark)) {
      // A contact who cannot spend much and then names a date has not refused.
      [interest, impliedBy] = ['not_said', null];
    }
  }
  return interest;
}

const ORDERS = rule('chahiye (tha|thi|hai)?').within(
  `(?<! (?:${alternatives('nahi kya kitna kitni kitne kaunsa kaunsi time samay')}))`,
  '(?=$|\\||(?:ji|please|sir|madam) )',
);

/** "How can I help you?" – "Appointment chahiye." */
function orders({ remark, question, prompt }: Reply): boolean {
  return question === null && asksOpenly(prompt) && ORDERS.test(remark.words);
}

/** "Haan, shayad" does not yet. */
function agrees({ yes, dontKnow, words }: Remark): boolean {
  return yes && !dontKnow && !HEDGES.test(words);
}

/** "Are you interested?", "would you like to book it?", "shall I?": a yes shows interest. */
function offersInterest(question: string | null, prompt: string): boolean {
  if (offersToBuy(question ?? prompt) || offersToAct(question ?? lastQuestionIn(prompt))) return true;
  return question === null ? offersAtOpening(prompt) : topicOf(question) === 'interest';
}
