import type { FollowUp, Meeting } from '../../domain/analyst';
import type { Answers, Reply } from './answers';
import type { Disposition } from '../../domain/analyst';
import { addresseeIn } from './addressee';
import { endedInOrder, saidNothing, takenAs } from './ending';
import { isRefusal } from './refusal';
import { isGreeting } from '../lexicon/remark';
import { rule } from '../lexicon/words';
import type { Turn } from '../../../platform/kernel/talk';
import { topicOf } from '../lexicon/topics';

/** What a talk comes to, before it is put into an account's labels. */
export interface Findings {
  readonly disposition: Disposition;
  readonly leadRating: number | null;
  readonly callbackRequested: boolean;
  readonly callbackTimeText: string | null;
  readonly followUp: FollowUp | null;
  readonly meeting: Meeting | null;
  readonly askedNotToBeCalled: boolean;
  readonly wantedPerson: boolean;
  readonly metPerson: boolean;
  /** Said by the contact itself, not only by giving answers. */
  readonly interest: 'said' | 'refused' | 'not_said';
}

/** Reads the replies of a contact who said at least a word. */
export function findingsOf(
  turns: readonly Turn[],
  replies: readonly Reply[],
  answers: Answers,
  questions: readonly string[],
): Findings {
  const interest = interestOf(replies, questions);
  const meeting = meetingOf(replies, questions);
  const callback = callbackOf(replies, questions);
  const metPerson = wasTransferred(turns);
  const some = (sign: 'neverAgain' | 'wrongNumber' | 'wantsPerson'): boolean =>
    replies.some(({ remark }) => remark[sign]);
  const facts = { interest, meeting, callback, metPerson, wantedPerson: some('wantsPerson') };
  const askedNotToBeCalled = !onlyMachine(replies) && some('neverAgain');
  const disposition = onlyMachine(replies)
    ? 'Voicemail'
    : askedNotToBeCalled
      ? 'Do_Not_Call'
      : some('wrongNumber') || nobodyOfThatName(replies)
        ? 'Wrong_Number'
        : conversed(turns, replies, answers, facts);
  const calls = disposition === 'Callback';
  return {
    disposition,
    leadRating: ratingOf(disposition, facts, answers),
    callbackRequested:
      calls || (callback.requested && (disposition === 'Interested' || disposition === 'Likely_Interested')),
    callbackTimeText:
      disposition === 'Do_Not_Call' || disposition === 'Wrong_Number' || disposition === 'Voicemail'
        ? null
        : callback.timeText,
    followUp: FOLLOW_UP[disposition],
    meeting: disposition === 'Voicemail' ? null : meeting,
    askedNotToBeCalled,
    wantedPerson: facts.wantedPerson,
    metPerson,
    interest,
  };
}

const FOLLOW_UP: Readonly<Record<Disposition, FollowUp>> = {
  Interested: 'CALL',
  Likely_Interested: 'CALL',
  Callback: 'CALL_LATER',
  Not_Interested: 'SKIP',
  Requirement_Not_Clear: 'CALL_LATER',
  Wrong_Number: 'SKIP',
  Voicemail: 'CALL_LATER',
  Do_Not_Call: 'SKIP',
  Incomplete: 'CALL_LATER',
};

interface Facts {
  readonly interest: Findings['interest'];
  readonly meeting: Meeting | null;
  readonly callback: { readonly requested: boolean; readonly timeText: string | null };
  readonly metPerson: boolean;
  readonly wantedPerson: boolean;
}

/** The disposition of a talk with the right person who may be called again. */
function conversed(
  turns: readonly Turn[],
  replies: readonly Reply[],
  { asked, answered }: Answers,
  facts: Facts,
): Disposition {
  if (facts.callback.requested && answered < Math.max(2, asked / 2)) return 'Callback';
  if (facts.interest === 'refused') return facts.callback.requested ? 'Callback' : 'Not_Interested';
  const agreed = facts.meeting?.requested === true;
  if (facts.metPerson) return 'Interested';
  const share = asked === 0 ? 0 : answered / asked;
  const ended = endedInOrder(turns, replies, asked);
  if (facts.interest === 'said' && (share >= 0.5 || (asked === 0 && ended))) return 'Interested';
  if (agreed && share >= 0.5) return 'Interested';
  if (asked >= 3 && share >= 0.99 && curious(replies)) return 'Interested';
  if (facts.wantedPerson) return 'Likely_Interested';
  if (asked >= 2 && share >= 0.6) return 'Likely_Interested';
  if (saidNothing(replies) || (!ended && asked <= 2)) return 'Incomplete';
  if (facts.callback.requested) return 'Callback';
  if (facts.interest === 'said' || share >= 0.6) return 'Likely_Interested';
  return undecided(turns, replies, asked);
}

/** Neither yes nor no was said: what is left to go by. */
function undecided(turns: readonly Turn[], replies: readonly Reply[], asked: number): Disposition {
  if (asked > 1) return 'Requirement_Not_Clear';
  if (curious(replies) || replies.some(({ remark }) => INQUIRES.test(remark.words)))
    return 'Likely_Interested';
  const taken = takenAs(turns);
  if (taken === 'callback') return 'Callback';
  if (taken !== 'refusal' || replies.some(({ remark }) => remark.dontKnow)) return 'Requirement_Not_Clear';
  const against = replies.some(({ remark }) => remark.no || OBJECTS.test(remark.words));
  const told = replies.some(({ remark }) => remark.says.length > 0 && !remark.yes);
  return against || told ? 'Not_Interested' : 'Requirement_Not_Clear';
}

/** Came with a question of one's own, whatever was answered to it. */
const INQUIRES = rule(
  '(jaanna|janna|poochna|puchna|samajhna|pata karna) (tha|thi|hai|chahta|chahti|chahte|tha ki)',
  '(want|wanted|like) to (know|ask|understand|enquire)',
  '(documents|papers|kagaz) * (kya|which|what|lagenge|needed|required)',
);

/** Words that turn against what was offered. */
const OBJECTS = rule(
  '(lekin|magar|par|but|however|actually|asal|sach|darasal|already|unfortunately|sorry|maaf)',
);

/** An agent led the talk first and a person took it on; a talk that a person led from the beginning is none. */
function wasTransferred(turns: readonly Turn[]): boolean {
  const person = turns.findIndex(({ speaker }) => speaker === 'human');
  return turns.slice(0, Math.max(0, person)).some(({ speaker }) => speaker === 'agent');
}

/** Said of the one who was asked for by name, before anything else was talked about. */
function nobodyOfThatName(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark, question, prompt }) =>
      question === null && !remark.machine && addresseeIn(prompt, remark.words) === 'nobody',
  );
}

/** Asked something of the agent's offer: fees, dates, hostel. */
function curious(replies: readonly Reply[]): boolean {
  return replies.some(
    ({ remark }) => !remark.unclear && !remark.asksWho && remark.asks.some((part) => topicOf(part) !== null),
  );
}

function onlyMachine(replies: readonly Reply[]): boolean {
  return (
    replies.some(({ remark }) => remark.machine) &&
    replies.every(({ remark }) => remark.machine || isGreeting(remark.text))
  );
}

/** The last word on it counts: people refuse and come round, and the other way. */
function interestOf(replies: readonly Reply[], questions: readonly string[]): Findings['interest'] {
  let interest: Findings['interest'] = 'not_said';
  for (const { remark, question } of replies) {
    const text = question === null ? null : (questions[question] ?? null);
    if (isRefusal(remark, text)) interest = 'refused';
    else if (remark.interested) interest = 'said';
    else if (text !== null && topicOf(text) === 'interest' && remark.yes) interest = 'said';
  }
  return interest;
}

/** The last word counts here too: an excuse before a refusal asks for nothing. */
function callbackOf(replies: readonly Reply[], questions: readonly string[]): Facts['callback'] {
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
    const tellsTime = toCallTime && remark.when !== null;
    if (!remark.callLater && !tellsTime && (!excuse || refused)) continue;
    requested = true;
    const named = remark.callLater || toCallTime || away || remark.offersTime;
    if (named) timeText = (away ? withoutUntil(remark.when) : remark.when) ?? timeText;
  }
  return { requested, timeText };
}

/** "Chhah baje tak aayengi": the time to call is six. */
function withoutUntil(when: string | null): string | null {
  return when?.replace(/(?<!\s)\s+(?:tak|तक)$/iu, '') ?? null;
}

const MEETINGS: readonly (readonly [string, RegExp])[] = [
  ['demo', /\bdemo\b|डेमो/iu],
  ['visit', /visit|विज़िट|विजिट/iu],
  ['counselling', /counsell?ing|काउंसलिंग/iu],
  ['appointment', /appointment|अपॉइंटमेंट/iu],
  ['meeting', /meeting|मीटिंग|milna|milne|मिलना|मिलने/iu],
];

/** A meeting counts as agreed only by the contact's own yes, or its own time for it. */
function meetingOf(replies: readonly Reply[], questions: readonly string[]): Meeting | null {
  for (const { remark, question } of replies) {
    const text = question === null ? undefined : questions[question];
    if (text === undefined || topicOf(text) !== 'visit' || remark.unclear) continue;
    const agreed = !remark.no && !remark.dontKnow && (remark.yes || remark.when !== null);
    const type = MEETINGS.find(([, sign]) => sign.test(text))?.[0] ?? null;
    return { requested: agreed, at: null, timeText: agreed ? remark.when : null, type };
  }
  return null;
}

function ratingOf(disposition: Disposition, facts: Facts, { asked, answered }: Answers): number | null {
  switch (disposition) {
    case 'Interested': {
      const all = asked > 0 && answered >= asked ? 1 : 0;
      return Math.min(10, 7 + all + (facts.interest === 'said' ? 1 : 0) + (facts.meeting?.requested ? 1 : 0));
    }
    case 'Likely_Interested':
      return facts.interest === 'said' || (asked > 0 && answered >= asked) ? 6 : 5;
    case 'Callback':
      return facts.interest === 'said' ? 6 : 5;
    case 'Requirement_Not_Clear':
      return 4;
    case 'Not_Interested':
      return 2;
    case 'Wrong_Number':
    case 'Do_Not_Call':
      return 1;
    default:
      return null;
  }
}
