/** Male names with an ending that is mostly female. */
const MEN = new Set(
  'aditya krishna surya shiva rama ravi hari mani abhi vicky bobby ali rishi yogi gopi omkara आदित्य कृष्णा रवि हरि अली ऋषि'.split(
    ' ',
  ),
);
const WOMEN = new Set(
  'simran kiran suman poonam sonam komal kajal mehak muskan shabnam सिमरन किरण सुमन पूनम कोमल'.split(' '),
);

/** Guesses from a first name whether the speaker uses feminine verb forms ("kar rahi hoon"). */
export function isFeminine(name: string): boolean {
  const low = name.toLowerCase();
  return WOMEN.has(low) || (!MEN.has(low) && /(?:a|i|ee|ा|ी|ि)$/u.test(low));
}

/** Masculine Hindi verb forms of the first person, with their feminine ones. */
const OF_ONESELF: readonly (readonly [RegExp, string])[] = [
  [/\braha (?=hoon|hu\b)/gu, 'rahi '],
  [/\braha tha\b/gu, 'rahi thi'],
  [/\bgaya hoon/gu, 'gayi hoon'],
  [/\b(kar|d|l|bata|pooch|aa)unga\b/gu, '$1ungi'],
  [/\b(batat|sakt|chaht|kart|let)a(?= hoon|\b)/gu, '$1i'],
  [/रहा (?=हूँ)/gu, 'रही '],
  [/रहा था/gu, 'रही थी'],
  [/गया हूँ/gu, 'गई हूँ'],
  [/ूँगा/gu, 'ूँगी'],
  [/(बतात|सकत|चाहत|करत|लेत)ा(?= हूँ)/gu, '$1ी'],
];

export function inFeminine(text: string): string {
  return OF_ONESELF.reduce((said, [mans, womans]) => said.replace(mans, womans), text);
}
