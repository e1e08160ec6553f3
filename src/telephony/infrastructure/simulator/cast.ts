import type { TalkBrief } from '../../../conversation';
import type { Contact, Exchange, Hearing, Reaction } from './contact';
import type { Ending } from './endings';
import { Random, seedOf } from './random';
import { courseIn, whatIsAsked } from './speech/ears';
import type { Asked, AskedYesNo, SpeechPack, Ways } from './speech/speech-pack';
import { contactLanguage, speechOf } from './speech/speech';

/**
 * Who answers at a number: always the same for the same number and script. The number decides what happens and seeds
 * the rest; whoever answers hears only what the agent says.
 */
export function contactAt(
  number: string,
  ending: Ending,
  talk: TalkBrief,
): { readonly contact: Contact; readonly language: string } {
  const language = contactLanguage(talk.language);
  const random = new Random(seedOf(number, talk.openingLine, language, ...talk.questions));
  const speech = speechOf(language);
  const person = new Person(
    speech,
    random,
    talk.contactName,
    ending === 'interested' || ending === 'refused_twice',
  );
  return { contact: castOf(ending, person, talk.questions.length), language };
}

function castOf(ending: Ending, person: Person, questions: number): Contact {
  switch (ending) {
    case 'voicemail':
      return new Machine(person);
    case 'hangs_up_at_once':
    case 'says_nothing':
      return new Wordless(person, ending === 'hangs_up_at_once');
    case 'call_tomorrow':
      return new Speaker(person, person.speech.callTomorrow);
    case 'never_again':
      return new Speaker(person, person.speech.neverAgain);
    case 'wrong_number':
      return new Speaker(person, person.speech.wrongNumber);
    case 'wants_person':
      return new Speaker(person, person.speech.wantsPerson, questions > 1 ? person.random.between(0, 1) : 0);
    case 'connection_lost':
      return new Lost(person, questions > 1 ? person.random.between(2, 3) : 2);
    case 'talks_on':
      return new Chatterer(person);
    default:
      return new Speaker(person);
  }
}

/** A memory, a way of speaking and an answer to everything. */
class Person {
  readonly #used = new Map<Ways, number>();
  /** How often such a person says no, does not know, asks back; none of it when interested. */
  readonly #mood: {
    readonly no: number;
    readonly unsure: number;
    readonly asks: number;
    readonly deaf: number;
  };
  readonly #values: Readonly<Record<string, string>>;
  #course: string | null = null;
  #town: string;
  #asked = 0;

  constructor(
    readonly speech: SpeechPack,
    readonly random: Random,
    name: string | null,
    readonly interested: boolean,
  ) {
    const low = random.between(2, 6);
    this.#town = random.pick(speech.towns);
    this.#values = {
      a: String(low),
      b: String(low + random.between(1, 3)),
      p: String(random.between(58, 94)),
      n: nameOf(name) ?? random.pick(speech.names),
      t: this.#town,
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

  say(ways: Ways): string {
    return this.#fill(this.#next(ways));
  }

  /** One of several ways, none again before all were used. */
  #next(ways: Ways): string {
    const at = this.#used.get(ways) ?? this.random.between(0, ways.length - 1);
    this.#used.set(ways, at + 1);
    return ways[at % ways.length] ?? ways[0];
  }

  speak(text: string): Reaction {
    return { do: 'speak', text, afterMs: this.random.between(300, 900) };
  }

  greets(): Reaction {
    return this.random.chance(0.6) ? this.speak(this.say(this.speech.hello)) : { do: 'stay_silent' };
  }

  /** What such a person says to what the agent just said. */
  reply(text: string, first: boolean): string {
    this.#course ??= courseIn(text);
    if (first) return this.say(this.interested ? this.speech.agreesGladly : this.speech.agrees);
    if (this.random.chance(this.#mood.deaf)) return this.say(this.speech.didNotHear);
    const asked = whatIsAsked(text);
    if (asked === null) return this.say(this.speech.agreesToStatement);
    return this.#withQuestion(this.#answer(asked));
  }

  #answer(asked: Asked | `${AskedYesNo}?`): string {
    if (asked === 'callback_time') return this.say(this.speech.tells.callback_time);
    if (this.random.chance(this.#mood.unsure)) return this.say(this.speech.doesNotKnow);
    if (asked.endsWith('?')) {
      const what = asked.slice(0, -1) as AskedYesNo;
      return this.say(this.random.chance(this.#mood.no) ? this.speech.no[what] : this.speech.yes[what]);
    }
    return this.#behind(this.random.pick(this.speech.before), this.speech.tells[asked as Asked]);
  }

  /** "Haan ji, " before an answer, unless the answer begins so itself. */
  #behind(before: string, ways: Ways): string {
    const way = this.#next(ways);
    const [opener = ''] = before.toLowerCase().split(/[ ,]/u);
    if (before === '' || way.toLowerCase().includes(opener)) return this.#fill(way);
    // A town, a course and "I" keep their capital.
    const low = /^(?:\{|I\b)/u.test(way) ? way : way.charAt(0).toLowerCase() + way.slice(1);
    return before + this.#fill(low);
  }

  #withQuestion(answer: string): string {
    if (this.#asked >= 2 || !this.random.chance(this.#mood.asks)) return answer;
    this.#asked += 1;
    return `${answer} ${this.say(this.speech.asksBack)}`.trim();
  }

  #fill(text: string): string {
    if (!text.includes('{')) return text;
    this.#course ??= this.random.pick(this.speech.courses);
    const course = this.#course;
    return text.replace(/\{([abcnpt])\}/gu, (_, key: string) =>
      key === 'c' ? course : (this.#values[key] ?? ''),
    );
  }
}

/** A first name that can be spoken; whatever else stands in a contact's name is not. */
function nameOf(name: string | null): string | null {
  return /^\p{L}[\p{L}\p{M}]{1,19}(?=\s|$)/u.exec(name?.trim() ?? '')?.[0] ?? null;
}

/** Answers what is asked; or comes with something of its own after so many answers. */
class Speaker implements Contact {
  #heard = 0;
  #told = false;

  constructor(
    protected readonly person: Person,
    private readonly concern: Ways | null = null,
    private readonly after = 0,
  ) {}

  answers(): Reaction {
    return this.person.greets();
  }

  hears(text: string): Hearing {
    const first = this.#heard === 0;
    this.#heard += 1;
    if (this.concern && this.#heard > this.after)
      return { cut: null, reaction: this.person.speak(this.#comesWith(this.concern, text)) };
    return { cut: null, reaction: this.person.speak(this.person.reply(text, first)) };
  }

  meets(): readonly Exchange[] {
    return this.person.speech.meeting.map((ways, at) => ({
      speaker: at % 2 === 0 ? 'human' : 'contact',
      text: this.person.say(ways),
    }));
  }

  #comesWith(concern: Ways, text: string): string {
    const { speech } = this.person;
    // Once it is said, what follows is an answer: to "when shall we call?", or "theek hai".
    if (this.#told)
      return concern === speech.callTomorrow
        ? this.person.say(speech.tomorrow)
        : this.person.reply(text, false);
    this.#told = true;
    return this.person.say(concern);
  }
}

/** A greeting machine: speaks at once, and hears nothing. */
class Machine extends Speaker {
  override answers(): Reaction {
    return { do: 'speak', text: this.person.say(this.person.speech.voicemail), afterMs: 400, machine: true };
  }

  override hears(): Hearing {
    return { cut: null, reaction: { do: 'stay_silent' } };
  }
}

/** Says no word; stays, or is gone before the opening line is through. */
class Wordless extends Speaker {
  constructor(
    person: Person,
    private readonly hangsUp: boolean,
  ) {
    super(person);
  }

  override answers(): Reaction {
    return { do: 'stay_silent' };
  }

  override hears(): Hearing {
    const at = this.person.random.between(25, 75) / 100;
    return { cut: this.hangsUp ? { at, by: 'hung_up' } : null, reaction: { do: 'stay_silent' } };
  }
}

/** The line breaks while the agent says its nth utterance. */
class Lost extends Speaker {
  #left: number;

  constructor(person: Person, breaksAt: number) {
    super(person);
    this.#left = breaksAt;
  }

  override hears(text: string): Hearing {
    this.#left -= 1;
    if (this.#left > 0) return super.hears(text);
    return {
      cut: { at: this.person.random.between(30, 80) / 100, by: 'lost' },
      reaction: { do: 'stay_silent' },
    };
  }
}

/** Cannot stop: answers, tells a story with it, and cuts in on whatever might be a goodbye. */
class Chatterer extends Speaker {
  #times = 0;

  override hears(text: string): Hearing {
    this.#times += 1;
    const { person } = this;
    if (this.#times === 1) return super.hears(text);
    const asked = whatIsAsked(text);
    const answer = asked === null ? '' : `${person.reply(text, false)} `;
    const reaction: Reaction = {
      do: 'speak',
      text: answer + person.say(person.speech.stories),
      afterMs: asked === null ? 50 : person.random.between(300, 700),
    };
    return {
      cut: asked === null ? { at: person.random.between(35, 70) / 100, by: 'barge_in' } : null,
      reaction,
    };
  }
}
