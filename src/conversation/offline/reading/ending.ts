import type { Reply } from './replies';
import { isGreeting } from '../lexicon/remark';
import { trailsOff } from '../lexicon/sentences';
import type { Turn } from '../../../shared-kernel/talk';
import { OTHER_LANGUAGES as OTHER } from '../lexicon/rules/other-languages';
import { rule } from '../lexicon/rule';
import { requestsWait } from '../lexicon/waits';
import { wordsOf } from '../lexicon/words';

const GOODBYE = rule(
  '(dhanyavaad|dhanyawad|shukriya|aabhaar|thank|thanks|bye|goodbye|alvida|badhai|congratulations|congrats)',
  '(have a|take care|all the best|great day|good day|see you|din shubh|milte hain|milenge|phir milte)',
  '(sorry|maaf|maafi|apologies|apologise|apologize)',
  '(koi baat nahi|koi nahi|no problem|no worries|no issue|not a problem|samajh gaya|samajh gayi|samajh gaye|i understand)',
  '(call|phone|baat|sampark|contact) (karenge|karungi|karunga|karegi|karega|kar lenge|kar lunga|kar lungi|karte hain|hoga)',
  '(will|shall) (call|contact|ring|speak|get|be in touch|send|remove|do)',
  '(theek|thik) hai',
  '(alright|okay|ok|sure) (sir|madam|maam|ji|then|we|i)',
  '(ji|haan) (theek|zaroor|bilkul)',
  '(zaroor|bilkul|sure) ',
  ...OTHER.thanks,
);
/** Spoken while one side waits, so no goodbye. */
const REQUESTS_WAIT = rule(
  '(line par|line pe|on the line|hold|take your time|wait|ruki|ruka|intezaar|i am here|im here)',
);
const CONTACT_GOODBYE = rule(
  '(bye|thank|thanks|dhanyavaad|shukriya|namaste|namaskar|rakhta|rakhti|rakhte|alvida|good day|take care)',
  ...OTHER.thanks,
);

/** One side used a goodbye, or the agent's turn was the last after its questions. */
export function endedInOrder(turns: readonly Turn[], replies: readonly Reply[], posed: number): boolean {
  const last = turns.at(-1);
  if (last === undefined) return false;
  const words = wordsOf(last.text);
  const open = last.text.trim().endsWith('?') || trailsOff(last.text);
  // Without a script, two remarks with content and no pending question are a complete talk.
  const talked = posed === 0 && replies.filter(({ remark }) => remark.says.length > 0).length > 1;
  if (last.speaker === 'contact') return !open && (talked || CONTACT_GOODBYE.test(words));
  if (last.text.includes('?') || REQUESTS_WAIT.test(words)) return false;
  if (requestsWait(replies.at(-1)?.remark.text ?? '')) return false;
  return posed > 1 || talked || GOODBYE.test(words);
}

export function hasNoContent(replies: readonly Reply[]): boolean {
  return replies.every(
    ({ remark }) => isGreeting(remark.text) || remark.unclear || (remark.asksWho && remark.says.length === 0),
  );
}

const ACCEPTS_REFUSAL = rule(
  '(koi baat nahi|koi nahi|no problem|no worries|not a problem|i understand|samajh gaya|samajh gayi|samajh gaye)',
  '(badhai|congratulations|congrats|all the best|all the very best)',
  '(thank you|thanks|dhanyavaad|shukriya) (for)? (your|aapke)? (time|samay)?',
);
const ACCEPTS_CALLBACK = rule(
  '(tab|phir|baad mein|then|later|again|kal|shaam|us samay) * (call|phone|baat|contact|sampark) (karenge|karungi|karunga|kar lenge|you|karte)?',
  '(will|shall|ill) (call|ring|try|speak) (you|back|again|then|later|on|at|after|in|tomorrow|another)',
);

/** The caller's next turn, unless it is a question, where the contact's last words alone do not decide. */
export function callerUnderstood(turns: readonly Turn[]): 'refusal' | 'callback' | null {
  const at = turns.findLastIndex(
    ({ speaker, text }) => speaker === 'contact' && !CONTACT_GOODBYE.test(wordsOf(text)) && !isGreeting(text),
  );
  const answer = turns.slice(at + 1).find(({ speaker }) => speaker !== 'contact');
  if (at < 0 || answer === undefined || answer.text.includes('?')) return null;
  const words = wordsOf(answer.text);
  if (ACCEPTS_CALLBACK.test(words)) return 'callback';
  return ACCEPTS_REFUSAL.test(words) ? 'refusal' : null;
}
