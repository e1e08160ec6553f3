import { spokenLanguage } from './language';

describe('spokenLanguage', () => {
  it.each([
    [null, 'hinglish'],
    ['hinglish', 'hinglish'],
    ['Hindi', 'hindi'],
    ['hi', 'hindi'],
    ['hi-IN', 'hindi'],
    ['hi-Latn', 'hinglish'],
    ['hi-latn-IN', 'hinglish'],
    ['en-IN', 'english'],
    ['ta', 'tamil'],
    ['or-IN', 'odia'],
    ['pa', 'punjabi'],
    ['toString', 'hinglish'],
    ['fr-FR', 'hinglish'],
  ])('returns for %s: %s', (setting, language) => expect(spokenLanguage(setting)).toBe(language));
});
