import type { Meeting } from '../../domain/talk-analyst';
import type { Remark } from '../lexicon/remark';
import { wholeTimeIn } from '../lexicon/time-expression';
import { topicOf } from '../lexicon/topics';
import type { Reply } from './replies';

const MEETINGS: readonly (readonly [string, RegExp])[] = [
  ['demo', /\bdemo\b|डेमो/iu],
  ['visit', /visit|विज़िट|विजिट/iu],
  ['counselling', /counsell?ing|काउंसलिंग/iu],
  ['appointment', /appointment|अपॉइंटमेंट/iu],
  ['meeting', /meeting|मीटिंग|milna|milne|मिलना|मिलने/iu],
];

function isOnlyQuestion({ asks, says }: Remark): boolean {
  return asks.length > 0 && says.length === 0;
}

/** Agreed only by the contact's own yes, or its own time for it. */
export function meetingIn(replies: readonly Reply[], questions: readonly string[]): Meeting | null {
  for (const { remark, question } of replies) {
    const text = question === null ? undefined : questions[question];
    if (text === undefined || topicOf(text) !== 'visit' || remark.unclear || isOnlyQuestion(remark)) continue;
    const agreed = !remark.no && !remark.dontKnow && (remark.yes || remark.when !== null);
    const type = MEETINGS.find(([, sign]) => sign.test(text))?.[0] ?? null;
    return {
      requested: agreed,
      at: null,
      timeText: agreed ? (wholeTimeIn(remark.text) ?? remark.when) : null,
      type,
    };
  }
  return null;
}
