import { timeAloneIn, wantsCallLater } from '../lexicon/another-time';
import { acceptsTime, asksOpenly } from '../lexicon/question-matching';
import { hourToCallIn } from '../lexicon/time-expression';
import { addresseeIn } from '../lexicon/addressee';
import { isRefusal } from './refusal';
import type { Reply } from './replies';

export interface CallbackWish {
  readonly requested: boolean;
  readonly timeText: string | null;
}

/** The last remark counts: an excuse before a refusal is no request. */
export function callbackIn(replies: readonly Reply[], questions: readonly string[]): CallbackWish {
  let requested = false;
  let timeText: string | null = null;
  for (const reply of replies) {
    const { remark, question, prompt } = reply;
    if (remark.machine) continue;
    const text = question === null ? null : (questions[question] ?? null);
    const callLater = wantsCallLater(remark, text);
    const refused = isRefusal(remark, text, prompt);
    const when = timeNamedIn(reply);
    if (callLater || (reply.toCallTime && when !== null) || (!refused && isExcuse(reply))) {
      requested = true;
      const isTimed = callLater || isAboutTime(reply);
      timeText = (isTimed ? when : timeAloneIn(remark.text)) ?? timeText;
    } else if (refused) [requested, timeText] = [false, null];
  }
  return { requested, timeText };
}

/** "She is at school." – "When will she be back?" – "At eight." */
function timeNamedIn(reply: Reply): string | null {
  const { remark, toCallTime } = reply;
  const when = remark.when ?? (toCallTime ? hourToCallIn(remark.text) : null);
  return isAway(reply) ? withoutUntil(when) : when;
}

function isAboutTime(reply: Reply): boolean {
  return reply.toCallTime || reply.remark.offersTime || isAway(reply);
}

/** Why the talk cannot go on now. A reply to one of the agent's questions is one only for the busy. */
function isExcuse(reply: Reply): boolean {
  const { remark, question, prompt } = reply;
  if (remark.busy) return true;
  const isPresent = question === null && asksOpenly(prompt);
  if (remark.reportedAway && !isPresent) return true;
  if (question !== null || remark.invites || remark.reschedules) return false;
  if (!isPresent && (remark.elsewhere || isAway(reply))) return true;
  return remark.notNow || (remark.offersTime && !acceptsTime(prompt));
}

function isAway({ remark, question, prompt }: Reply): boolean {
  return remark.notThere || (question === null && addresseeIn(prompt, remark.words) === 'away');
}

/** After "chhah baje tak aayengi" the time to call is six. */
function withoutUntil(when: string | null): string | null {
  return when?.replace(/(?<!\s)\s+(?:tak|तक)$/iu, '') ?? null;
}
