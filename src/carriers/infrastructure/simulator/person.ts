import type { Reaction } from './contact';
import type { Random } from './random';
import { inFeminine, isFeminine } from './speech/gender';
import { courseIn, detectQuestion } from './speech/question-detection';
import type { Asked, AskedYesNo, SpeechPack, PhraseVariants } from './speech/speech-pack';
import { own } from '../../../platform/kernel/own';

/** Questions answered without thinking time. */
const KNOWN_BY_HEART: ReadonlySet<string> = new Set<Asked>([
  'city',
  'name',
  'marks',
  'qualification',
  'email',
  'source',
  'salary',
  'experience',
  'count',
]);

/** A simulated person: memory, manner of speaking, and an answer to everything. */
export class Person {
  readonly #used = new Map<PhraseVariants, number>();
  /** Chances that the person refuses, does not know or asks back; all 0 when interested. */
  readonly #mood: {
    readonly no: number;
    readonly unsure: number;
    readonly asks: number;
    readonly deaf: number;
  };
  readonly #values: Readonly<Record<string, string>>;
  #course: string | null = null;
  readonly #feminine: boolean;
  #questions = 0;

  constructor(
    readonly speech: SpeechPack,
    readonly random: Random,
    name: string | null,
    readonly interested: boolean,
  ) {
    const low = random.between(2, 6);
    const called = nameOf(name);
    this.#feminine = called !== null && isFeminine(called);
    this.#values = {
      a: String(low),
      b: String(low + random.between(1, 3)),
      p: String(random.between(58, 94)),
      n: called ?? random.pick(speech.names),
      t: random.pick(speech.towns),
    };
    this.#mood = interested
      ? { no: 0, unsure: 0, asks: 0.2, deaf: 0 }
      : {
          no: random.next() * 0.6,
          unsure: random.pick([0, 0, 0.1, 0.2]),
          asks: 0.25,
          deaf: random.pick([0, 0, 0, 0.12]),
        };
  }

  say(variants: PhraseVariants): string {
    return this.#fill(this.#next(variants));
  }

  /** One of several phrases; none repeats before all were used. */
  #next(variants: PhraseVariants): string {
    const at = this.#used.get(variants) ?? this.random.between(0, variants.length - 1);
    this.#used.set(variants, at + 1);
    return variants[at % variants.length] ?? variants[0];
  }

  speak(text: string): Reaction {
    return { do: 'speak', text, afterMs: this.random.between(300, 900) };
  }

  greets(): Reaction {
    return this.random.chance(0.6) ? this.speak(this.say(this.speech.hello)) : { do: 'stay_silent' };
  }

  reply(text: string, first: boolean): string {
    this.#course ??= courseIn(text);
    if (first) return this.say(this.interested ? this.speech.agreesGladly : this.speech.agrees);
    if (this.random.chance(this.#mood.deaf)) return this.say(this.speech.didNotHear);
    const question = detectQuestion(text);
    if (question === null) return this.say(this.speech.agreesToStatement);
    return this.#withQuestion(this.#answer(question));
  }

  #answer(question: Asked | `${AskedYesNo}?`): string {
    if (question === 'callback_time') return this.say(this.speech.tells.callback_time);
    if (!KNOWN_BY_HEART.has(question) && this.random.chance(this.#mood.unsure))
      return this.say(this.speech.doesNotKnow);
    if (question.endsWith('?')) {
      const what = question.slice(0, -1) as AskedYesNo;
      return this.say(this.random.chance(this.#mood.no) ? this.speech.no[what] : this.speech.yes[what]);
    }
    return this.#behind(this.random.pick(this.speech.before), this.speech.tells[question as Asked]);
  }

  /** Puts "Haan ji, " before an answer, unless it already begins so. */
  #behind(before: string, variants: PhraseVariants): string {
    const text = this.#next(variants);
    const [opener = ''] = before.toLowerCase().split(/[ ,]/u);
    if (before === '' || text.toLowerCase().includes(opener)) return this.#fill(text);
    // Placeholders and "I" stay capital.
    const low = /^(?:\{|I\b)/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);
    return before + this.#fill(low);
  }

  #withQuestion(answer: string): string {
    if (this.#questions >= 2 || !this.random.chance(this.#mood.asks)) return answer;
    this.#questions += 1;
    return `${answer} ${this.say(this.speech.asksBack)}`.trim();
  }

  #fill(text: string): string {
    const said = this.#feminine ? inFeminine(text) : text;
    if (!said.includes('{')) return said;
    this.#course ??= this.random.pick(this.speech.courses);
    const course = this.#course;
    return said.replace(/\{([abcnpt])\}/gu, (_, key: string) =>
      key === 'c' ? course : (own(this.#values, key) ?? ''),
    );
  }
}

/** A pronounceable first name; null for anything else in a contact's name. */
function nameOf(name: string | null): string | null {
  return /^\p{L}[\p{L}\p{M}]{1,19}(?=\s|$)/u.exec(name?.trim() ?? '')?.[0] ?? null;
}
