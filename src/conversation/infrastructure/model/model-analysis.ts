import {
  type AnalysisRequest,
  DEFAULT_DISPOSITIONS,
  type FollowUp,
  type TalkAnalysis,
} from '../../domain/talk-analyst';
import { nearestLabel } from '../../offline/lexicon/labels';
import { wordsOf } from '../../offline/lexicon/words';
import { InvalidModelOutput } from './invalid-model-output';
import { formatInstant, isDay } from '../../../platform/kernel/instant';
import { parseInstantIn } from '../../../platform/kernel/local-instant';
import { isObject, own } from '../../../platform/kernel/own';
import { storable } from '../../../platform/kernel/text';

const FOLLOW_UPS = ['CALL', 'CALL_LATER', 'SKIP'] as const satisfies readonly FollowUp[];

/** The agent's own labels or the defaults, and always Incomplete and Do_Not_Call. */
export function labelsOf({ dispositions }: AnalysisRequest): readonly string[] {
  const own = dispositions.length > 0 ? dispositions : DEFAULT_DISPOSITIONS;
  return [...new Set([...own, 'Incomplete', 'Do_Not_Call'])];
}

export function analysisSchema(request: AnalysisRequest): Record<string, unknown> {
  const text = { type: ['string', 'null'] };
  const object = (properties: Record<string, unknown>) => ({
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  });
  return object({
    disposition: { type: 'string', enum: labelsOf(request) },
    summary: { type: 'string' },
    answers: {
      type: 'array',
      items: object({ question: { type: 'integer' }, answer: text, quote: text }),
    },
    lead_rating: { type: ['integer', 'null'] },
    callback: object({ requested: { type: 'boolean' }, time_text: text, quote: text }),
    follow_up: { type: ['string', 'null'], enum: [...FOLLOW_UPS, null] },
    follow_up_note: text,
    meeting: object({ requested: { type: 'boolean' }, at: text, time_text: text, type: text, quote: text }),
    asked_not_to_be_called: object({ asked: { type: 'boolean' }, quote: text }),
  });
}

/**
 * The label must be an allowed one, and every claim about the contact needs a real quote. @throws InvalidModelOutput
 */
export function analysisOf(answer: string, request: AnalysisRequest): TalkAnalysis {
  const fields = objectOf(parse(answer), 'the answer');
  const evidence = new Evidence(request);
  const disposition = textOf(fields, 'disposition') ?? '';
  if (!labelsOf(request).includes(disposition))
    throw new InvalidModelOutput('disposition must be one of the labels');
  const summary = textOf(fields, 'summary');
  const rating = numberOf(fields, 'lead_rating');
  if (rating !== null && (rating < 1 || rating > 10))
    throw new InvalidModelOutput('lead_rating must be 1 to 10');
  const followUp = textOf(fields, 'follow_up');
  if (followUp !== null && !FOLLOW_UPS.includes(followUp as FollowUp)) {
    throw new InvalidModelOutput('follow_up must be CALL, CALL_LATER, SKIP or null');
  }
  const callback = objectOf(fields['callback'], 'callback');
  const dont = objectOf(fields['asked_not_to_be_called'], 'asked_not_to_be_called');
  const machine =
    disposition === nearestLabel('Voicemail', request.dispositions) && disposition !== 'Incomplete';
  const answers = answersOf(fields['answers'], request, evidence);
  const meeting = meetingOf(objectOf(fields['meeting'], 'meeting'), evidence, request.timeZone);
  const callbackRequested = !machine && evidence.proves(callback, 'requested');
  return {
    disposition,
    summary: summary === '' ? null : summary,
    // A voicemail greeting answers nothing.
    answers: machine ? Object.fromEntries(request.questions.map((question) => [question, null])) : answers,
    leadRating: machine ? null : rating,
    callbackRequested,
    callbackTimeText: callbackRequested ? evidence.only(textOf(callback, 'time_text')) : null,
    followUp: followUp as FollowUp | null,
    followUpNote: textOf(fields, 'follow_up_note'),
    meeting: machine ? null : meeting,
    optedOut: !machine && evidence.proves(dont, 'asked'),
  };
}

/** Finds quotes in the contact's words, whatever their spelling. */
class Evidence {
  readonly #turns: readonly string[];
  readonly #words: ReadonlySet<string>;

  constructor({ turns }: AnalysisRequest) {
    this.#turns = turns.filter(({ speaker }) => speaker === 'contact').map(({ text }) => wordsOf(text));
    this.#words = new Set(this.#turns.flatMap((turn) => turn.trim().split(' ')));
  }

  has(quote: string | null): boolean {
    const words = wordsOf(quote ?? '').trim();
    return words !== '' && this.#turns.some((turn) => turn.includes(` ${words} `));
  }

  proves(fields: Fields, claim: string): boolean {
    return own(fields, claim) === true && this.has(textOf(fields, 'quote'));
  }

  only(text: string | null): string | null {
    return this.has(text) ? text : null;
  }

  shares(text: string): boolean {
    return wordsOf(text)
      .trim()
      .split(' ')
      .some((word) => this.#words.has(word));
  }
}

/** An agent has at most 50 questions; a model may answer one in several items. */
const MAX_ANSWERS = 200;

function answersOf(
  list: unknown,
  { questions }: AnalysisRequest,
  evidence: Evidence,
): TalkAnalysis['answers'] {
  if (!Array.isArray(list)) throw new InvalidModelOutput('answers must be a list');
  if (list.length > MAX_ANSWERS) throw new InvalidModelOutput('answers must have at most 200 items');
  const answers = new Map<string, string | null>(questions.map((question) => [question, null]));
  for (const item of list) {
    const fields = objectOf(item, 'each of the answers');
    const question = questions[(numberOf(fields, 'question') ?? 0) - 1];
    if (question === undefined) throw new InvalidModelOutput('an answer has the number of no question');
    const [answer, quote] = [textOf(fields, 'answer'), textOf(fields, 'quote')];
    if (answer === null || quote === null || !evidence.has(quote)) continue;
    // An answer in other words than the contact's is replaced by the quote.
    answers.set(question, evidence.shares(answer) ? answer : quote);
  }
  return Object.fromEntries(answers);
}

function meetingOf(fields: Fields, evidence: Evidence, timeZone: string): TalkAnalysis['meeting'] {
  if (!evidence.proves(fields, 'requested')) return null;
  return {
    requested: true,
    at: timeOf(textOf(fields, 'at') ?? '', timeZone),
    timeText: evidence.only(textOf(fields, 'time_text')),
    type: textOf(fields, 'type'),
  };
}

/** An instant, a day such as 2026-11-24, or null. */
function timeOf(text: string, timeZone: string): string | null {
  const at = parseInstantIn(timeZone, text);
  return at ? formatInstant(at) : isDay(text) ? text : null;
}

type Fields = Readonly<Record<string, unknown>>;

function parse(answer: string): unknown {
  const json = withoutFence(answer.trim());
  try {
    return JSON.parse(json) as unknown;
  } catch {
    throw new InvalidModelOutput('the answer must be JSON and nothing else');
  }
}

const FENCE = '```';

/** Models without structured output often wrap JSON in a code fence. */
function withoutFence(answer: string): string {
  if (!answer.startsWith(FENCE) || !answer.endsWith(FENCE) || answer.length < 2 * FENCE.length) return answer;
  const inside = answer.slice(FENCE.length, -FENCE.length);
  return inside.startsWith('json') ? inside.slice('json'.length) : inside;
}

function objectOf(value: unknown, name: string): Fields {
  if (!isObject(value)) {
    throw new InvalidModelOutput(`${name} must be an object`);
  }
  return value;
}

function textOf(fields: Fields, name: string): string | null {
  const value = own(fields, name) ?? null;
  if (value !== null && (typeof value !== 'string' || value.length > 4_000)) {
    throw new InvalidModelOutput(`${name} must be a text or null`);
  }
  return value === null ? null : storable(value);
}

function numberOf(fields: Fields, name: string): number | null {
  const value = own(fields, name) ?? null;
  if (value !== null && !Number.isInteger(value))
    throw new InvalidModelOutput(`${name} must be a whole number or null`);
  return value as number | null;
}
