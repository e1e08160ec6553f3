import {
  type DialogueAction,
  type DialogueChunk,
  type DialogueCue,
  DialogueEngine,
} from '../../domain/dialogue-engine';
import { spokenLanguage } from '../../domain/language';
import { type Move, nextMove, type Plan, type Reaction } from './next-move';
import { sentencesOf } from '../lexicon/sentences';
import type { TalkBrief, Turn } from '../../../platform/kernel/talk';
import type { Topic } from '../lexicon/topics';
import type { Phrases, Ways } from '../lexicon/phrases/phrase-pack';
import { phrasesOf } from '../lexicon/phrases/phrases';
import { spokenQuestions } from '../lexicon/spoken-questions';

/** The script of one brief, made once: a talk asks for it at every turn. */
interface Script {
  readonly phrases: Phrases;
  readonly plan: Plan;
  readonly seed: number;
  /** The contact's first name as a sentence takes it, or nothing. */
  readonly name: string;
}

/**
 * A dialogue engine without any model: the agent's own opening line, its questions in its language, and the few things
 * that every caller must get right. It answers nothing that it cannot know.
 */
export class OfflineDialogue extends DialogueEngine {
  readonly #scripts = new WeakMap<TalkBrief, Script>();

  // eslint-disable-next-line @typescript-eslint/require-await -- the port streams; here everything is known at once.
  async *next(brief: TalkBrief, turns: readonly Turn[], cue: DialogueCue): AsyncGenerator<DialogueChunk> {
    const script = this.#scriptOf(brief);
    const move = nextMove(brief, script.plan, turns, cue);
    // The talk goes round the phrases, from a place of its own: varied, and the same for the same script.
    const round = script.seed + turns.length;
    yield { text: new Wording(script, brief, round).of(move) };
    yield { action: actionOf(move) };
  }

  #scriptOf(brief: TalkBrief): Script {
    const known = this.#scripts.get(brief);
    if (known) return known;
    const language = spokenLanguage(brief.language);
    const phrases = phrasesOf(language);
    const plan: Plan = {
      questions: spokenQuestions(brief.questions, phrases),
      callbackOffers: phrases.offerCallback,
      introductions: phrases.introduce.map((way) => fill(way, '{agent}', brief.agentName)),
      repairs: [...phrases.repair, ...phrases.again].map((repair) => repair.replace('{q}', '').trim()),
    };
    const first = /^\p{L}[\p{L}\p{M}]{1,19}(?=\s|$)/u.exec(brief.contactName?.trim() ?? '')?.[0];
    // A name in another script than the sentence's is left out: it would be read out wrongly.
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
  if (move.kind === 'voicemail') return { do: 'leave_message' };
  return { do: move.kind === 'part' || move.kind === 'give_up' ? 'hang_up' : 'go_on' };
}

/** A move in the language's words. */
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
        return this.brief.openingLine;
      case 'voicemail':
        return `${statement(this.brief.openingLine)} ${this.#one(phrases.voicemail)}`;
      case 'still_there':
        return this.#one(phrases.stillThere);
      case 'give_up':
        return this.#one(phrases.giveUp);
      case 'transfer':
        return this.#one(phrases.transfer);
      case 'offer_callback':
        return this.#one(phrases.offerCallback);
      case 'introduce':
        return this.#introduce(move.question);
      case 'repeat':
        return this.#repeat(move);
      case 'ask':
        return this.#ask(move);
      case 'part':
        return this.#part(move);
    }
  }

  #introduce(question: number | null): string {
    const { phrases, plan } = this.script;
    const who = fill(this.#one(phrases.introduce), '{agent}', this.brief.agentName);
    const at = question ?? (plan.questions.length > 0 ? 0 : null);
    return at === null ? who : `${who} ${this.#question(phrases.next, at)}`;
  }

  #repeat({ question, heard }: Extract<Move, { kind: 'repeat' }>): string {
    const { phrases } = this.script;
    const ways = heard ? phrases.repair : phrases.again;
    if (question === null) return fill(this.#one(ways), '{q}', this.brief.openingLine);
    return this.#question(ways, question);
  }

  #ask({ question, reaction, asked }: Extract<Move, { kind: 'ask' }>): string {
    const { phrases } = this.script;
    const react = asked === null ? this.#react(reaction) : this.#willTell(asked);
    const ways = reaction === 'hello' || reaction === 'yes' ? phrases.first : phrases.next;
    return [react, this.#question(ways, question, react)].filter((part) => part !== '').join(' ');
  }

  #part({ as, when, asked }: Extract<Move, { kind: 'part' }>): string {
    const { phrases, name } = this.script;
    const ways = as === 'callback' && when !== null ? phrases.callbackAt : phrases.parting[as];
    const goodbye = fill(fill(this.#one(ways), '{name}', name), '{when}', midSentence(when ?? ''));
    return asked === null ? goodbye : `${this.#willTell(asked)} ${goodbye}`;
  }

  #react(reaction: Reaction): string {
    const { phrases } = this.script;
    const ways: Readonly<Record<Reaction, Ways | null>> = {
      yes: phrases.started,
      hello: phrases.started,
      answer: phrases.answer,
      no: phrases.no,
      dont_know: phrases.dontKnow,
      none: null,
    };
    const chosen = ways[reaction];
    return chosen ? this.#one(chosen) : '';
  }

  #willTell(asked: Topic | 'other'): string {
    const { phrases } = this.script;
    const topic = asked === 'other' ? undefined : phrases.topic[asked];
    return topic ? fill(this.#one(phrases.willTell), '{topic}', topic) : this.#one(phrases.willTellOther);
  }

  #question(ways: Ways, at: number, behind = ''): string {
    const spoken = this.script.plan.questions[at]?.spoken ?? '';
    const [opener = ''] = behind.split(/[ ,।]/u);
    // "Achha, badhiya. Achha, ye bataiye" is no way to talk.
    const way = opener !== '' && this.#one(ways).startsWith(opener) ? this.#one(ways, 1) : this.#one(ways);
    return fill(way, '{q}', spoken).replace(/(?:^|[.!?] )\p{Ll}/gu, (start) => start.toUpperCase());
  }

  #one(ways: Ways, further = 0): string {
    // Two turns pass between two phrases of the same kind.
    return ways[(Math.floor(this.round / 2) + further) % ways.length] ?? ways[0];
  }
}

/** Plain replacement: what stands in `value` is never read as a pattern. */
function fill(phrase: string, place: string, value: string): string {
  return phrase.replace(place, () => value);
}

/** "Kal shaam" began the contact's sentence, not the agent's; names of days keep their capital. */
function midSentence(when: string): string {
  return /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|^(?:January|February|March|April|May|June|July|August)\b|^[A-Z][a-z]+ber\b/u.test(
    when,
  )
    ? when
    : when.charAt(0).toLowerCase() + when.slice(1);
}

/** An opening line without the question at its end: nobody answers a machine's greeting. */
function statement(openingLine: string): string {
  const sentences = sentencesOf(openingLine);
  const kept = sentences.filter((sentence, at) => at === 0 || !sentence.endsWith('?'));
  return kept.join(' ');
}

function seedOf(text: string): number {
  let seed = 7;
  for (let at = 0; at < text.length; at += 1) seed = (seed * 31 + text.charCodeAt(at)) % 1_000_003;
  return seed;
}
