import { LANGUAGES } from '../../../../shared-kernel/language';
import { phrasesOf } from './phrases';

/** Names of all texts with their kind: a text, or variants. `ask` and `topic` may lack subjects. */
function shapeOf(phrases: object): string[] {
  return Object.entries(phrases).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'ask' || name === 'topic') return [name];
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !('test' in value))
      return shapeOf(value).map((inner) => `${name}.${inner}`);
    return [`${name}: ${Array.isArray(value) ? 'variants' : typeof value}`];
  });
}

const ENGLISH = phrasesOf('english');

describe.each(LANGUAGES)('the phrases in %s', (language) => {
  const phrases = phrasesOf(language);

  it('has every phrase', () => expect(shapeOf(phrases).sort()).toEqual(shapeOf(ENGLISH).sort()));

  it('has no empty text and no empty list', () => {
    const texts: string[] = [];
    JSON.stringify(phrases, (_, value: unknown) => {
      if (Array.isArray(value)) expect(value).not.toEqual([]);
      if (typeof value === 'string') texts.push(value.trim());
      return value;
    });
    expect(texts).not.toContain('');
  });

  it('names subjects that English has', () => {
    expect(Object.keys(ENGLISH.ask)).toEqual(expect.arrayContaining(Object.keys(phrases.ask)));
    expect(Object.keys(ENGLISH.topic)).toEqual(expect.arrayContaining(Object.keys(phrases.topic)));
  });
});
