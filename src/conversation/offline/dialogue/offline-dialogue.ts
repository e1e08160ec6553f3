import {
  type DialogueAction,
  type DialogueChunk,
  type DialogueCue,
  DialogueEngine,
} from '../../domain/dialogue-engine';
import { spokenLanguage } from '../../../shared-kernel/language';
import type { Move, Reaction } from './move';
import { nextMove } from './next-move';
import type { Plan } from './progress';
import { reportOf } from './tool-move';
import { questionAskedIn } from '../lexicon/question-matching';
import { sentencesOf } from '../lexicon/sentences';
import type { TalkBrief } from '../../../shared-kernel/talk';
import { type HistoryItem, turnsOf } from '../../../shared-kernel/talk-history';
import type { Topic } from '../lexicon/topics';
import type { Phrases, Variants } from '../lexicon/phrases/phrase-pack';
import { phrasesOf } from '../lexicon/phrases/phrases';
import { numberOf } from '../lexicon/spoken-numbers';
import { spokenQuestions } from '../lexicon/spoken-questions';
import { wordSet, wordsOf } from '../lexicon/words';

interface Script {
  readonly phrases: Phrases;
  readonly plan: Plan;
  readonly seed: number;
  /** Replaces `{name}`: the contact's first name, or nothing. */
  readonly name: string;
}

/** Runs dialogues without a model. Questions about the offer are left to a counsellor. */
export class OfflineDialogue extends DialogueEngine {
  readonly #scripts = new WeakMap<TalkBrief, Script>();

  // eslint-disable-next-line @typescript-eslint/require-await -- the port streams; here the whole answer is known at once.
  async *next(
    brief: TalkBrief,
    history: readonly HistoryItem[],
    cue: DialogueCue,
  ): AsyncGenerator<DialogueChunk> {
    const turns = turnsOf(history);
    const script = this.#scriptOf(brief);
    const move = nextMove(brief, script.plan, history, cue);
    // Rotates the variants from an offset of the script: varied, and reproducible.
    const round = script.seed + turns.length;
    const text = new Wording(script, brief, round).of(move);
    if (text !== '') yield { text };
    yield { action: actionOf(move) };
  }

  #scriptOf(brief: TalkBrief): Script {
    const known = this.#scripts.get(brief);
    if (known) return known;
    const language = spokenLanguage(brief.language);
    const phrases = phrasesOf(language);
    const questions = spokenQuestions(brief.questions, phrases);
    const plan: Plan = {
      questions,
      posedByOpening: questionAskedIn(brief.openingLine, questions),
      callbackOffers: phrases.offerCallback,
      introductions: phrases.introduce.map((way) => fill(way, '{agent}', brief.agentName)),
      disclosures: phrases.disclose.map((way) => fill(way, '{agent}', brief.agentName)),
      repairs: [...phrases.repair, ...phrases.again].map((repair) => repair.replace('{q}', '').trim()),
    };
    const first = /^\p{L}[\p{L}\p{M}]{1,19}(?=\s|$)/u.exec(brief.contactName?.trim() ?? '')?.[0];
    // Speech synthesis mispronounces a name in another script than the sentence's.
    const latin = language === 'hinglish' || language === 'english';
    const name =
      first && /^\p{Script=Latin}/u.test(first) === latin ? fill(phrases.called, '{n}', first) : '';
    const script = { phrases, plan, seed: seedOf(brief.openingLine + (first ?? '')), name };
    this.#scripts.set(brief, script);
    return script;
  }
}

function actionOf(move: Move): DialogueAction {
  if (move.kind === 'transfer') return { do: 'transfer', number: move.number };
  if (move.kind === 'use') {
    return { do: 'use_tools', calls: [{ key: '0', name: move.name, arguments: move.arguments }] };
  }
  if (move.kind === 'voicemail') return { do: 'leave_message' };
  return { do: move.kind === 'part' || move.kind === 'give_up' ? 'hang_up' : 'go_on' };
}

class Wording {
  constructor(
    private readonly script: Script,
    private readonly brief: TalkBrief,
    private readonly round: number,
  ) {}

  of(move: Move): string {
    const { phrases } = this.script;
    switch (move.kind) {
      case 'open':
        return this.#open();
      case 'voicemail':
        return `${statement(this.brief.openingLine)} ${this.#one(phrases.voicemail)}`;
      case 'wait':
        return this.#one(phrases.wait);
      case 'still_there':
        return this.#one(phrases.stillThere);
      case 'give_up':
        return this.#one(phrases.giveUp);
      case 'transfer':
        return this.#one(phrases.transfer);
      case 'offer_callback':
        return this.#one(phrases.offerCallback);
      case 'introduce':
        return this.#introduce(move);
      case 'repeat':
        return this.#repeat(move);
      case 'use':
        return '';
      case 'tell':
        return this.#report(move);
      case 'ask':
        return this.#nextQuestion(move);
      case 'part':
        return this.#part(move);
    }
  }

  /** An opening line of placeholders alone may have no words; the agent then introduces itself. */
  #open(): string {
    const { openingLine, agentName } = this.brief;
    if (openingLine.trim() !== '') return openingLine;
    return fill(this.#one(this.script.phrases.introduce), '{agent}', agentName);
  }

  #introduce({ question, asMachine }: Extract<Move, { kind: 'introduce' }>): string {
    const { phrases, plan } = this.script;
    const variants = asMachine ? phrases.disclose : phrases.introduce;
    const who = fill(this.#one(variants), '{agent}', this.brief.agentName);
    const at = question ?? (plan.questions.length > 0 ? 0 : null);
    return at === null
      ? who
      : `${who} ${this.#question(question === null ? phrases.first : phrases.next, at)}`;
  }

  #repeat({ question, isUnderstood }: Extract<Move, { kind: 'repeat' }>): string {
    const { phrases } = this.script;
    const variants = isUnderstood ? phrases.repair : phrases.again;
    if (question === null) return fill(this.#one(variants), '{q}', this.brief.openingLine);
    return this.#question(variants, question);
  }

  #report({ use, question }: Extract<Move, { kind: 'tell' }>): string {
    const { phrases } = this.script;
    const { tools } = this.brief;
    const spoken = (tools && reportOf(tools, use)) ?? use.answer.say ?? this.#one(phrases.willTellOther);
    return question === null ? spoken : `${spoken} ${this.#question(phrases.next, question, spoken)}`;
  }

  #nextQuestion({ question, reaction, requestedTopic }: Extract<Move, { kind: 'ask' }>): string {
    const { phrases } = this.script;
    const react = requestedTopic === null ? this.#react(reaction) : this.#promiseAnswer(requestedTopic);
    const variants = question === 0 || reaction === 'yes' ? phrases.first : phrases.next;
    return [react, this.#question(variants, question, react)].filter((part) => part !== '').join(' ');
  }

  #part({ as, when, requestedTopic }: Extract<Move, { kind: 'part' }>): string {
    const { phrases, name } = this.script;
    const variants = as === 'callback' && when !== null ? phrases.callbackAt : phrases.parting[as];
    const goodbye = fill(
      fill(this.#one(variants), '{name}', name),
      '{when}',
      lowerFirstUnlessName(when === null ? '' : within(when, phrases)),
    );
    return requestedTopic === null ? goodbye : `${this.#promiseAnswer(requestedTopic)} ${goodbye}`;
  }

  #react(reaction: Reaction): string {
    const { phrases } = this.script;
    const variants: Readonly<Record<Reaction, Variants | null>> = {
      yes: phrases.started,
      hello: phrases.started,
      answer: phrases.answer,
      noted: [phrases.answer[0]],
      no: phrases.no,
      dont_know: phrases.dontKnow,
      none: null,
    };
    const chosen = variants[reaction];
    return chosen ? this.#one(chosen) : '';
  }

  #promiseAnswer(requestedTopic: Topic | 'other'): string {
    const { phrases } = this.script;
    const topic = requestedTopic === 'other' ? undefined : phrases.topic[requestedTopic];
    return topic ? fill(this.#one(phrases.willTell), '{topic}', topic) : this.#one(phrases.willTellOther);
  }

  #question(variants: Variants, at: number, behind = ''): string {
    const spoken = this.script.plan.questions[at]?.spoken ?? '';
    const [opener = ''] = behind.split(/[ ,।]/u);
    // Two sentences in a row do not begin with the same word.
    const way =
      opener !== '' && this.#one(variants).startsWith(opener) ? this.#one(variants, 1) : this.#one(variants);
    return fill(way, '{q}', spoken).replace(/(?:^|[.!?] )\p{Ll}/gu, (start) => start.toUpperCase());
  }

  #one(variants: Variants, further = 0): string {
    // A phrase of one kind comes at most every second turn.
    return variants[(Math.floor(this.round / 2) + further) % variants.length] ?? variants[0];
  }
}

const UNITS = wordSet('minute minutes min mins hour hours day days week weeks ghanta ghante din hafta hafte');

/** "20 minutes" becomes "in 20 minutes". */
function within(when: string, phrases: Phrases): string {
  const words = wordsOf(when).trim().split(' ');
  const isDuration = numberOf(words[0] ?? '') !== null && UNITS.has(words.at(-1) ?? '');
  return isDuration ? fill(phrases.within, '{when}', when) : when;
}

/** `$` in `value` has no special meaning. */
function fill(phrase: string, place: string, value: string): string {
  return phrase.replace(place, () => value);
}

/** Puts the contact's words into the agent's sentence; days and months retain their capital. */
function lowerFirstUnlessName(when: string): string {
  return /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|^(?:January|February|March|April|May|June|July|August)\b|^[A-Z][a-z]+ber\b/u.test(
    when,
  )
    ? when
    : when.charAt(0).toLowerCase() + when.slice(1);
}

function statement(openingLine: string): string {
  const sentences = sentencesOf(openingLine);
  const statements = sentences.filter((sentence, at) => at === 0 || !sentence.endsWith('?'));
  return statements.join(' ');
}

function seedOf(text: string): number {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (seed * 31 + text.charCodeAt(at)) % 1_000_003;
  return seed;
}
