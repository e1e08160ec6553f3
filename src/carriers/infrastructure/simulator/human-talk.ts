import type { Turn } from '../../../shared-kernel/talk';
import type { Ending } from './endings';
import { Person } from './person';
import { Random, seedOf } from './random';
import { speechOf } from './speech/speech';
import type { SpeechPack, PhraseVariants } from './speech/speech-pack';

const LANGUAGE = 'hinglish';
const CHARACTERS_PER_SECOND = 15;
const TURN_GAP_MS = 450;

/** The turns of both people, and the length of their talk. */
export interface HumanTalk {
  readonly turns: readonly Turn[];
  readonly durationMs: number;
}

/** The talk of a counsellor (`human`) with a contact, deterministic for the number; it ends before `limitMs`. */
export function humanTalk(number: string, ending: Ending, limitMs: number): HumanTalk {
  const speech = speechOf(LANGUAGE);
  const person = new Person(speech, new Random(seedOf(number, LANGUAGE)), null, ending === 'interested');
  const turns: Turn[] = [];
  let atMs = 0;
  const add = (speaker: 'contact' | 'human', variants: PhraseVariants): void => {
    const text = person.say(variants);
    const startMs = atMs + TURN_GAP_MS;
    atMs = startMs + Math.round((text.length / CHARACTERS_PER_SECOND) * 1_000);
    turns.push({ speaker, text, startMs, endMs: atMs });
  };
  add('contact', speech.hello);
  scriptOf(ending, speech).forEach((variants, at) => add(at % 2 === 0 ? 'human' : 'contact', variants));
  while (ending === 'talks_on' && atMs < limitMs) add('contact', speech.stories);
  return cutAt({ turns, durationMs: atMs }, limitMs);
}

/** The talk up to an instant; an utterance that is not finished by then is left out. */
export function cutAt({ turns, durationMs }: HumanTalk, ms: number): HumanTalk {
  return { turns: turns.filter(({ endMs }) => endMs <= ms), durationMs: Math.min(durationMs, ms) };
}

/**
 * The utterances in order, the counsellor's first. A contact with its own point raises it and waits for the
 * goodbye.
 */
function scriptOf(ending: Ending, speech: SpeechPack): readonly PhraseVariants[] {
  const [greeting, ...rest] = speech.meeting;
  const concern = CONCERNS[ending]?.(speech);
  return concern ? [greeting, concern, ...rest.slice(-1)] : speech.meeting;
}

const CONCERNS: Partial<Record<Ending, (speech: SpeechPack) => PhraseVariants>> = {
  never_again: (speech) => speech.neverAgain,
  wrong_number: (speech) => speech.wrongNumber,
  call_tomorrow: (speech) => speech.callTomorrow,
};
