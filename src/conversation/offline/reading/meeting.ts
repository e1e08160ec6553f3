import type { Meeting } from '../../domain/talk-analyst';
import type { Remark } from '../lexicon/remark';
import { wholeTimeIn } from '../lexicon/time-expression';
import { lastQuestionIn, offersIn } from '../lexicon/offers';
import { answerKindOf } from '../lexicon/answer-kinds';
import { topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/rule';
import { wordsOf } from '../lexicon/words';
import type { Reply } from './replies';

const MEETINGS: readonly (readonly [string, RegExp])[] = [
  ['demo', /\bdemo\b|डेमो/iu],
  ['visit', /visit|विज़िट|विजिट/iu],
  ['counselling', /counsell?ing|काउंसलिंग/iu],
  ['interview', /interview|इंटरव्यू/iu],
  ['survey', /survey|सर्वे/iu],
  ['test drive', /test drive|टेस्ट ड्राइव/iu],
  ['appointment', /appointment|\bslot\b|अपॉइंटमेंट/iu],
  ['meeting', /meeting|मीटिंग|milna|milne|मिलना|मिलने/iu],
];

function typeIn(text: string): string | null {
  return MEETINGS.find(([, sign]) => sign.test(text))?.[0] ?? null;
}

const MEETS = rule('(interview|survey|appointment)', 'test drive');
const MEETS_AT_OPENING = rule('(interview|appointment|slot|visit|demo|meeting)', 'test drive');

function isAboutMeeting(question: string): boolean {
  return topicOf(question) === 'visit' || MEETS.test(wordsOf(question));
}

function isOnlyQuestion({ asks, says }: Remark): boolean {
  return asks.length > 0 && says.length === 0;
}

/** "Can I visit the centre on Saturday?", "site dekhne aana hai". */
const WANTS_MEETING = rule(
  '(can|could|may) (i|we) (come and see|come to see|come see|visit|see) (the|your|a|it|you|for)',
  '(i|we) (want|would like|wish|id like) to (visit|come and see|see the (flat|house|property|site|campus|centre|center|showroom|office))',
  '(book|schedule|arrange|fix) (me)? (a|an|the|my|ek)? (demo|visit|appointment|meeting|tour)',
  '(centre|center|campus|office|showroom|site|flat|ghar|branch|clinic|college) (dekhne|visit karne|par|pe|mein)? (aa|aana|dekhna|dekhne aa) (sakta|sakti|sakte|hai|chahta|chahti|chahte)',
  '(visit|demo|appointment) (karna|leni|lena|book karna|book karo|book kar do) (hai|tha|chahta|chahti|chahte)?',
);

/** Agreed only by the contact's own yes or time for it, or requested without a question of the script. */
export function meetingIn(replies: readonly Reply[], questions: readonly string[]): Meeting | null {
  for (const { remark, question } of replies) {
    const text = question === null ? undefined : questions[question];
    if (text === undefined || !isAboutMeeting(text) || remark.unclear || isOnlyQuestion(remark)) continue;
    const agreed = !remark.no && !remark.dontKnow && (remark.yes || remark.when !== null);
    const type = typeIn(text);
    return {
      requested: agreed,
      at: null,
      timeText: agreed ? (wholeTimeIn(remark.text) ?? remark.when) : null,
      type,
    };
  }
  return requestedBy(replies) ?? acceptedAtOpening(replies, questions);
}

/** "Shall I book a slot?" – "Yes." – "Which day suits you?" – "Wednesday." */
function acceptedAtOpening(replies: readonly Reply[], questions: readonly string[]): Meeting | null {
  const accepted = replies.find(
    ({ remark, question, prompt }) =>
      question === null &&
      remark.yes &&
      offersIn(prompt) &&
      MEETS_AT_OPENING.test(wordsOf(lastQuestionIn(prompt))),
  );
  if (!accepted) return null;
  const timed = replies.find(({ remark, question }) => {
    const text = question === null ? undefined : questions[question];
    return remark.when !== null && text !== undefined && answerKindOf(text) === 'time';
  });
  const { remark, prompt } = accepted;
  const own = timed?.remark ?? remark;
  const type = typeIn(lastQuestionIn(prompt));
  return { requested: true, at: null, timeText: wholeTimeIn(own.text) ?? own.when, type };
}

function requestedBy(replies: readonly Reply[]): Meeting | null {
  const remark = replies
    .map((reply) => reply.remark)
    .find(({ words, no }) => WANTS_MEETING.test(words) && !no);
  if (!remark) return null;
  const type = typeIn(remark.text) ?? 'visit';
  return { requested: true, at: null, timeText: wholeTimeIn(remark.text) ?? remark.when, type };
}
