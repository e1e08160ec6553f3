import { timeAloneIn } from '../lexicon/another-time';
import { enquiredCourses, HEDGES, isAnswer, proposesTime } from '../lexicon/is-answer';
import { answersUnposed, type KnownQuestion } from '../lexicon/question-matching';
import { isGreeting, isWhatever, type Remark, understand } from '../lexicon/remark';
import { clausesOf, isQuestion, trailsOff } from '../lexicon/sentences';
import { hasFigure, hasNumber } from '../lexicon/amounts';
import { answerKindOf } from '../lexicon/answer-kinds';
import { answersAhead, topicOf } from '../lexicon/topics';
import { rule } from '../lexicon/rule';
import { alternatives, wordsOf } from '../lexicon/words';
import { isRefusal } from './refusal';
import type { Reply } from './replies';
import { requestsWait } from '../lexicon/waits';

export interface Answers {
  readonly byQuestion: Readonly<Record<string, string | null>>;
  readonly posed: number;
  readonly answered: number;
}

export function answersIn(replies: readonly Reply[], known: readonly KnownQuestion[]): Answers {
  const found = known.map(({ question }, at) => answerTo(question, at, replies));
  const posedSet = new Set(replies.flatMap(({ question }) => question ?? []));
  return {
    byQuestion: Object.fromEntries(known.map(({ question }, at) => [question, found[at] ?? null])),
    posed: posedSet.size,
    answered: found.filter((answer) => answer !== null).length,
  };
}

function answerTo(question: string, at: number, replies: readonly Reply[]): string | null {
  for (const reply of replies) {
    if (reply.question !== at) continue;
    const words = wordsOfAnswer(question, reply.remark);
    if (words !== null) return words;
  }
  const toOpening = replies.find(({ prompt }) => prompt !== '');
  if (at === 0 && toOpening && answersUnposed(toOpening.prompt, question, toOpening.remark))
    return wordsOfAnswer(question, toOpening.remark);
  for (const { remark } of replies) {
    if (remark.machine) continue;
    const answer = remark.says.find((part) => answersAhead(question, wordsOf(part)));
    if (answer !== undefined) return tidy(answer);
  }
  return null;
}

function wordsOfAnswer(question: string, remark: Remark): string | null {
  const kind = answerKindOf(question);
  const yesNo = kind === 'yes_no';
  const elsewhere = remark.machine || remark.neverAgain || remark.wrongNumber || remark.unclear;
  if (elsewhere || (!yesNo && isRefusal(remark, question, ''))) return null;
  if (evades(question, remark) || !isAnswer(question, remark)) return null;
  const courses = new Set(enquiredCourses(question, remark));
  const answersByQuestion = (part: string): boolean =>
    courses.has(part) || (kind === 'time' && proposesTime(understand(part)));
  const sentences = clausesOf(remark.text).filter(
    (part) =>
      (!isQuestion(part) || answersByQuestion(part)) &&
      (yesNo || !isGreeting(part)) &&
      !changesSubject(question, understand(part), remark),
  );
  return sentences.length === 0 ? null : tidy(sentences.join(' '), yesNo);
}

/** One sentence of several: "Weight loss. Par abhi metro mein hoon, Saturday ko call karo." */
function changesSubject(question: string, part: Remark, { callLater }: Remark): boolean {
  const requestsCallback = part.callLater && answerKindOf(question) !== 'time';
  if (requestsCallback || part.wantsPerson || echoes(question, part)) return true;
  const excuses = part.busy || (part.elsewhere && callLater);
  if (answerKindOf(question) !== 'yes_no' && (excuses || part.refuses)) return true;
  return putsOff(question, part);
}

/** "Achha tha" answers it. */
const OF_MANNER = rule('(kaisa|kaisi|kaise|how)');

/** "Achha, insurance…": repeats the question's own words. */
function echoes(question: string, { words }: Remark): boolean {
  if (hasNumber(words) || answerKindOf(question) === 'yes_no' || / (?:ya|or) /u.test(wordsOf(question)))
    return false;
  const filler = OF_MANNER.test(wordsOf(question)) ? '' : 'achha';
  const own = wordsOf(`${question} ${filler} haan hmm wo matlab ji`);
  return (
    !/\|/u.test(words) &&
    words
      .trim()
      .split(' ')
      .every((word) => own.includes(` ${word} `))
  );
}

/** "We'll see", "kahin bhi": a reply without an answer. "Papa batayenge" does answer who decides. */
function evades(question: string, remark: Remark): boolean {
  if (topicOf(question) === 'decision' || remark.says.length > 1) return false;
  return (
    putsOff(question, remark) ||
    isWhatever(remark.text) ||
    breaksOff(remark.text) ||
    requestsWait(remark.text)
  );
}

/** "Pass" answers it. */
const OF_RESULT = rule('(result|marks|exam|qualification|naam|name)');

/** "Sochke batata hoon". "It depends, three or four" still gives a figure. */
function putsOff(question: string, part: Remark): boolean {
  if (!part.dontKnow || topicOf(question) === 'decision') return false;
  if (part.words === wordsOf('pass') && OF_RESULT.test(wordsOf(question))) return false;
  const kind = answerKindOf(question);
  // "Abhi pakka nahi, shayad January".
  if (kind === 'time' && HEDGES.test(part.words) && timeAloneIn(part.text) !== null) return false;
  return !((kind === 'amount' || kind === 'number') && hasFigure(part.words));
}

/** "Wo main…", "I was thinking of—": breaks off before an answer. */
function breaksOff(text: string): boolean {
  return trailsOff(text) && OPEN_END.test(wordsOf(text));
}

const OPEN_END = new RegExp(
  ` (?:${alternatives('main mai toh to ki ka ke ko se wo vo ye aur par pe lekin matlab jo agar of the a an to for in is was i and or but that like um uh umm hmm')}) $`,
  'u',
);

const LEADING =
  /^(?:(?:hmm+|um+|uh+|achha wo|(?:achha|accha)(?! (?:tha|thi|the|hai|laga|lagi|lage|raha|rahi)\b)|dekhiye|dekho|boliye|bataiye|bolo|ji|haan ji|haan|ok|okay|well|see|so|yes|yeah|actually|हम्म|देखिए|अच्छा(?! (?:था|थी|थे|है|लगा|लगी|लगे|रहा|रही)(?!\S))|जी|हाँ जी|हाँ)[,\s]\s*)+(?=\S)/iu;

/** Removes opening fillers, and the full stop or comma at the end; a yes stays when it is the answer. */
function tidy(answer: string, yesNo = false): string {
  const bare = answer.replace(/(?<![\s.,।])[\s.,।]+$/u, '').trim();
  return yesNo ? bare : bare.replace(LEADING, '') || bare;
}
