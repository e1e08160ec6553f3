import { asksOpenly } from '../lexicon/question-matching';
import { isBareRefusal, type Remark } from '../lexicon/remark';
import { hasNumber } from '../lexicon/amounts';
import { answerKindOf } from '../lexicon/answer-kinds';
import { topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/rule';

const THANKS = rule('(dhanyavaad|shukriya|aabhaar|abhar|thanks|thank|appreciate|sorry|maaf)');

/** A contact who has paid does not refuse to pay. */
const PAID = rule(
  '(payment|cheque|check|paisa|paise) (kiya|diya|bheja)',
  'kar (liya|li) (maine|humne|hamne)',
);

/** Explicitly or by a no in its place. `question` is what the remark replies to, `prompt` the agent's words. */
export function isRefusal(remark: Remark, question: string | null, prompt: string): boolean {
  if (remark.refuses) return true;
  if (remark.interested) return false;
  if (question === null && asksOpenly(prompt)) return remark.wantsEnd;
  if (question === null) return remark.declines || remark.settled || refusesPolitely(remark);
  const kind = answerKindOf(question);
  if (kind === 'yes_no') return topicOf(question) === 'interest' && remark.no;
  if (isBareRefusal(remark)) return true;
  return (
    (remark.declines || remark.settled) &&
    !remark.dontKnow &&
    !PAID.test(remark.words) &&
    (kind === 'amount' || kind === 'number' || (kind === 'time' && remark.when === null)) &&
    !hasNumber(remark.words)
  );
}

/** "No, thank you", not "sorry, I can't hear you". */
function refusesPolitely({ no, callLater, unclear, words }: Remark): boolean {
  return no && !callLater && !unclear && THANKS.test(words);
}
