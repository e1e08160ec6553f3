import { type Language, spokenLanguage } from '../../../shared-kernel/language';
import type { TalkBrief } from '../../../shared-kernel/talk';
import type { Contact, Exchange, ReceivedSpeech, Reaction } from './contact';
import type { Ending } from './endings';
import { Random, seedOf } from './random';
import { Person } from './person';
import { detectQuestion } from './speech/question-detection';
import type { PhraseVariants } from './speech/speech-pack';
import { speechOf } from './speech/speech';

/**
 * Chooses who answers at a number; deterministic for number and script. The number decides the ending and seeds
 * the rest. The contact gets only the agent's speech.
 */
export function simulatedContactFor(
  number: string,
  ending: Ending,
  talk: TalkBrief,
): { readonly contact: Contact; readonly language: Language } {
  const language = spokenLanguage(talk.language);
  const phrase = ending === 'uses_tool' ? phraseOf(talk) : null;
  const isInterested = ending === 'interested' || ending === 'refused_twice' || phrase !== null;
  const random = new Random(seedOf(number, talk.openingLine, language, ...talk.questions));
  const speech = speechOf(language);
  const person = new Person(speech, random, talk.contactName, isInterested);
  const contact =
    phrase === null ? castOf(ending, person, talk.questions.length) : new AskingContact(person, phrase);
  return { contact, language };
}

/** A phrase at which the agent uses its first tool that has phrases; null: no tool has any. */
function phraseOf({ tools }: TalkBrief): string | null {
  return tools?.specs.find(({ offline }) => offline !== null)?.offline?.phrases[0] ?? null;
}

function castOf(ending: Ending, person: Person, questions: number): Contact {
  switch (ending) {
    case 'voicemail':
      return new VoicemailContact(person);
    case 'hangs_up_at_once':
    case 'says_nothing':
      return new SilentContact(person, ending === 'hangs_up_at_once');
    case 'call_tomorrow':
      return new ScriptedContact(person, person.speech.callTomorrow);
    case 'never_again':
      return new ScriptedContact(person, person.speech.neverAgain);
    case 'wrong_number':
      return new ScriptedContact(person, person.speech.wrongNumber);
    case 'wants_person':
      return new ScriptedContact(
        person,
        person.speech.wantsPerson,
        questions > 1 ? person.random.between(0, 1) : 0,
      );
    case 'connection_lost':
      return new DisconnectingContact(person, questions > 1 ? person.random.between(2, 3) : 2);
    case 'talks_on':
      return new TalkativeContact(person);
    default:
      return new ScriptedContact(person);
  }
}

/** Answers questions, or raises its own point after a number of answers. */
class ScriptedContact implements Contact {
  #turns = 0;
  #hasIntroduced = false;

  constructor(
    protected readonly person: Person,
    private readonly concern: PhraseVariants | null = null,
    private readonly after = 0,
  ) {}

  onAnswer(): Reaction {
    return this.person.greets();
  }

  onSpeech(text: string): ReceivedSpeech {
    const first = this.#turns === 0;
    this.#turns += 1;
    if (this.concern && this.#turns > this.after)
      return { cut: null, reaction: this.person.speak(this.#comesWith(this.concern, text)) };
    return { cut: null, reaction: this.person.speak(this.person.reply(text, first)) };
  }

  afterTransfer(): readonly Exchange[] {
    return this.person.speech.meeting.map((variants, at) => ({
      speaker: at % 2 === 0 ? 'human' : 'contact',
      text: this.person.say(variants),
    }));
  }

  #comesWith(concern: PhraseVariants, text: string): string {
    const { speech } = this.person;
    // Once the point is raised, the agent's next words are its answer, such as "when shall we call?" or "theek hai".
    if (this.#hasIntroduced)
      return concern === speech.callTomorrow
        ? this.person.say(speech.tomorrow)
        : this.person.reply(text, false);
    this.#hasIntroduced = true;
    return this.person.say(concern);
  }
}

/** Speaks the phrase of a tool first, then answers questions. */
class AskingContact extends ScriptedContact {
  #hasAsked = false;

  constructor(
    person: Person,
    private readonly phrase: string,
  ) {
    super(person);
  }

  override onSpeech(text: string): ReceivedSpeech {
    if (this.#hasAsked) return super.onSpeech(text);
    this.#hasAsked = true;
    return { cut: null, reaction: this.person.speak(`${this.phrase}?`) };
  }
}

/** An answering machine: speaks at once and ignores the agent. */
class VoicemailContact extends ScriptedContact {
  override onAnswer(): Reaction {
    return { do: 'speak', text: this.person.say(this.person.speech.voicemail), afterMs: 400, machine: true };
  }

  override onSpeech(): ReceivedSpeech {
    return { cut: null, reaction: { do: 'stay_silent' } };
  }
}

/** Never speaks; stays on the line or hangs up during the opening line. */
class SilentContact extends ScriptedContact {
  constructor(
    person: Person,
    private readonly hangsUp: boolean,
  ) {
    super(person);
  }

  override onAnswer(): Reaction {
    return { do: 'stay_silent' };
  }

  override onSpeech(): ReceivedSpeech {
    const at = this.person.random.between(25, 75) / 100;
    return { cut: this.hangsUp ? { at, by: 'hung_up' } : null, reaction: { do: 'stay_silent' } };
  }
}

/** The line breaks during the agent's nth utterance. */
class DisconnectingContact extends ScriptedContact {
  #left: number;

  constructor(person: Person, breaksAt: number) {
    super(person);
    this.#left = breaksAt;
  }

  override onSpeech(text: string): ReceivedSpeech {
    this.#left -= 1;
    if (this.#left > 0) return super.onSpeech(text);
    return {
      cut: { at: this.person.random.between(30, 80) / 100, by: 'lost' },
      reaction: { do: 'stay_silent' },
    };
  }
}

/** Talks without end: adds a story to each answer and barges in on every possible goodbye. */
class TalkativeContact extends ScriptedContact {
  #times = 0;

  override onSpeech(text: string): ReceivedSpeech {
    this.#times += 1;
    const { person } = this;
    if (this.#times === 1) return super.onSpeech(text);
    const question = detectQuestion(text);
    const answer = question === null ? '' : `${person.reply(text, false)} `;
    const reaction: Reaction = {
      do: 'speak',
      text: answer + person.say(person.speech.stories),
      afterMs: question === null ? 50 : person.random.between(300, 700),
    };
    return {
      cut: question === null ? { at: person.random.between(35, 70) / 100, by: 'barge_in' } : null,
      reaction,
    };
  }
}
