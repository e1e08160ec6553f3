interface Speaker {
  readonly languages: readonly string[];
}

interface Voice extends Speaker {
  readonly id: string;
  readonly default: boolean;
}

interface Engine<V extends Voice = Voice> extends Speaker {
  readonly voices: readonly V[];
}

/** With the code that voices have. '' stands for Hindi or Hinglish. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['', 'hi'],
  ['hinglish', 'hi'],
  ['hindi', 'hi'],
  ['english', 'en'],
  ['punjabi', 'pa'],
  ['marathi', 'mr'],
  ['gujarati', 'gu'],
  ['bengali', 'bn'],
  ['tamil', 'ta'],
  ['telugu', 'te'],
  ['kannada', 'kn'],
  ['malayalam', 'ml'],
  ['odia', 'or'],
]);

function codeOf(language: string): string {
  const folded = language.toLowerCase();
  return NAMED.get(folded) ?? folded.split('-', 1)[0] ?? folded;
}

export function speaks(speaker: Speaker, language: string): boolean {
  const code = codeOf(language);
  return speaker.languages.some((tag) => codeOf(tag) === code);
}

/** Names, then tags where an engine has several kinds of one language. */
export function languagesOf(engine: Speaker): readonly string[] {
  const names = [...NAMED.keys()].filter((name) => speaks(engine, name));
  const kindsOf = (tag: string) => engine.languages.filter((other) => codeOf(other) === codeOf(tag));
  return [...names, ...engine.languages.filter((tag) => kindsOf(tag).length > 1)];
}

export function voicesOf<V extends Voice>(engine: Engine<V>, language: string): readonly V[] {
  return engine.voices.filter((voice) => speaks(voice, language));
}

/** The same voice where it fits engine and language, else the engine's default or first fitting one. */
export function fittingVoice(engine: Engine, language: string, voice: string): string {
  const speaking = voicesOf(engine, language);
  const fitting = speaking.length > 0 ? speaking : engine.voices;
  const same = fitting.find(({ id }) => id === voice);
  const regional = fitting.filter(({ languages }) => languages.includes(language));
  const next = regional.length > 0 ? regional : fitting;
  return (same ?? next.find((one) => one.default) ?? next[0])?.id ?? voice;
}
