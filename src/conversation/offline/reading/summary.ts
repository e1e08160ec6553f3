import type { Remark } from '../lexicon/remark';
import type { Answers } from './answers';
import type { Reply } from './replies';
import type { Findings } from './findings';
import { firstCodePoints } from '../../../platform/kernel/text';
import type { Disposition } from '../../domain/talk-analyst';

const FIRST: Readonly<Record<Disposition, string>> = {
  Interested: 'The contact is interested.',
  Likely_Interested: 'The contact took part in the talk and may be interested.',
  Callback: 'The contact could not talk now and asked to be called again.',
  Not_Interested: 'The contact is not interested.',
  Requirement_Not_Clear: 'The contact talked, but what is wanted did not become clear.',
  Wrong_Number: 'The person who answered is not the contact: wrong number.',
  Voicemail: 'A voicemail greeting answered; nobody was spoken to.',
  Do_Not_Call: 'The contact asked never to be called again.',
  Incomplete: 'The talk ended before anything could be found out.',
};

const BROKE_OFF = 'The talk broke off before it came to a result.';

const MAX_QUOTED_ANSWERS = 3;
const MAX_QUOTED_REMARKS = 2;
const MAX_QUOTE_CHARACTERS = 90;

/** Two to four sentences: the result, the contact's answers, the next step. */
export function summaryOf(findings: Findings, answers: Answers, replies: readonly Reply[]): string {
  const talked = answers.answered > 0 || replies.some(hasContent);
  const first = findings.disposition === 'Incomplete' && talked ? BROKE_OFF : FIRST[findings.disposition];
  return [first, ...quotesOf(findings, answers, replies), whatIsNext(findings)]
    .filter((part) => part !== null)
    .join(' ');
}

export function followUpNoteOf(findings: Findings, replies: readonly Reply[]): string | null {
  if (findings.followUp === 'SKIP') return null;
  const notes = [
    findings.callbackRequested && findings.callbackTimeText !== null
      ? `Call ${quote(findings.callbackTimeText)}.`
      : null,
    findings.callbackRequested && findings.callbackTimeText === null
      ? 'Asked to be called at another time.'
      : null,
    findings.wantedPerson && !findings.metPerson ? 'Asked to speak to a person.' : null,
    findings.meeting?.requested
      ? `Agreed to a ${findings.meeting.type ?? 'meeting'}${at(findings.meeting.timeText)}.`
      : null,
    openQuestion(replies),
    findings.disposition === 'Voicemail' ? 'Try again at another time.' : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(' ');
}

function quotesOf(findings: Findings, answers: Answers, replies: readonly Reply[]): string[] {
  if (findings.disposition === 'Voicemail' || findings.disposition === 'Wrong_Number') return [];
  const quoted = Object.entries(answers.byQuestion)
    .filter((entry): entry is [string, string] => entry[1] !== null)
    .slice(0, MAX_QUOTED_ANSWERS)
    .map(([question, answer]) => `${question.replace(/(?<![?.\s])[?.\s]+$/u, '')}: ${quote(answer)}`);
  const toPerson = replies.filter((reply) => findings.metPerson && reply.toPerson);
  if (quoted.length === 0) return remarks("In the contact's words", toPerson.length > 0 ? toPerson : replies);
  return [`${quoted.join('; ')}.`, ...remarks('To the person', toPerson)];
}

/** The replies that show intent come first, in their order. */
function remarks(before: string, replies: readonly Reply[]): string[] {
  const meaningful = replies.filter(hasContent);
  const marked = meaningful.filter(showsIntent);
  const plain = meaningful.filter((reply) => !showsIntent(reply) && isLong(reply)).slice(-MAX_QUOTED_REMARKS);

  const chosen = [...marked.slice(-MAX_QUOTED_REMARKS), ...plain].slice(0, MAX_QUOTED_REMARKS);
  if (chosen.length === 0) chosen.push(...meaningful.slice(-1));
  const quotes = meaningful.filter((reply) => chosen.includes(reply)).map(({ turn }) => quote(turn.text));
  return quotes.length === 0 ? [] : [`${before}: ${quotes.join('; ')}.`];
}

function hasContent({ remark }: Reply): boolean {
  return (
    !remark.machine &&
    !remark.unclear &&
    (remark.says.length > 0 || remark.asks.length > 0) &&
    !concernsAgent(remark)
  );
}

function concernsAgent({ asksWho, asksIfMachine }: Remark): boolean {
  return asksWho || asksIfMachine;
}

/** Short remarks like "Haan Amit ji" are quoted only when there is nothing else. */
function isLong({ remark }: Reply): boolean {
  return remark.words.trim().split(' ').length > 3;
}

function showsIntent({ remark }: Reply): boolean {
  return (
    remark.refuses ||
    remark.settled ||
    remark.interested ||
    remark.callLater ||
    remark.neverAgain ||
    remark.busy ||
    remark.dontKnow
  );
}

function whatIsNext(findings: Findings): string | null {
  if (findings.metPerson) return 'The call was transferred to a person, who took it on.';
  if (findings.wantedPerson) return 'The contact asked for a person, and a call back was promised.';
  if (findings.meeting?.requested) {
    return `A ${findings.meeting.type ?? 'meeting'} was agreed on${at(findings.meeting.timeText)}.`;
  }
  if (findings.callbackRequested) return `To be called again${at(findings.callbackTimeText)}.`;
  return null;
}

function openQuestion(replies: readonly Reply[]): string | null {
  const questions = replies.flatMap(({ remark }) =>
    remark.unclear || remark.machine || remark.wantsPerson || remark.callLater || concernsAgent(remark)
      ? []
      : remark.asks,
  );
  const [first] = questions;
  return first === undefined ? null : `Wants to know: ${quote(first)}.`;
}

function at(time: string | null): string {
  return time === null ? '' : ` (${quote(time)})`;
}

function quote(text: string): string {
  const short = text.length <= MAX_QUOTE_CHARACTERS ? text : `${wordsWithin(text)} …`;
  return `"${short.replace(/(?<![\s.।])[\s.।]+$/u, '').replace(/"/gu, "'")}"`;
}

function wordsWithin(text: string): string {
  const space = text.lastIndexOf(' ', MAX_QUOTE_CHARACTERS);
  return space > 0 ? text.slice(0, space) : firstCodePoints(text, MAX_QUOTE_CHARACTERS);
}
