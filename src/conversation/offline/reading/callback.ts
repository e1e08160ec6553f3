import { addresseeIn } from './addressee';
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
  for (const { remark, question, prompt, toCallTime } of replies) {
    if (remark.machine) continue;
    const text = question === null ? null : (questions[question] ?? null);
    const refused = isRefusal(remark, text);
    if (refused && !remark.callLater) [requested, timeText] = [false, null];
    const away = remark.notThere || (question === null && addresseeIn(prompt, remark.words) === 'away');
    const excuse =
      remark.busy ||
      (question === null &&
        (remark.elsewhere || remark.notNow || away || remark.offersTime) &&
        !remark.invites);
    // "She is at school." – "When will she be back?" – "At eight."
    const namesTime = toCallTime && remark.when !== null;
    if (!remark.callLater && !namesTime && (!excuse || refused)) continue;
    requested = true;
    const named = remark.callLater || toCallTime || away || remark.offersTime;
    if (named) timeText = (away ? withoutUntil(remark.when) : remark.when) ?? timeText;
  }
  return { requested, timeText };
}

/** After "chhah baje tak aayengi" the time to call is six. */
function withoutUntil(when: string | null): string | null {
  return when?.replace(/(?<!\s)\s+(?:tak|तक)$/iu, '') ?? null;
}
