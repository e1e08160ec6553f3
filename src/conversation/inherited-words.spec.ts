import { speechOf } from '../carriers/infrastructure/simulator/speech/speech';
import { read } from '../../test/harness/offline-analyst';
import { spokenLanguage } from '../shared-kernel/language';
import { rule } from './offline/lexicon/rule';
import { wordsOf } from './offline/lexicon/words';
import { phrasesOf } from './offline/lexicon/phrases/phrases';
import { spokenQuestions } from './offline/lexicon/spoken-questions';

/** Words that are properties of every object. */
const INHERITED = [...Object.getOwnPropertyNames(Object.prototype), 'prototype', 'length', 'name'];

describe.each(INHERITED)('%s', (word) => {
  it('is folded and matched like any other word', () => {
    expect(wordsOf(word)).toMatch(/^ [\p{L} ]+ $/u);
    expect(wordsOf(word)).not.toMatch(/function|native|object object/i);
    expect(rule(word.toLowerCase().replaceAll('_', '')).test(wordsOf(word))).toBe(true);
  });

  it('can be spoken, a question and a label', async () => {
    const analysis = await read(['A Namaste, kaam kya hai?', `C ${word}, ${word} chahiye.`], {
      questions: [word, `${word}?`],
      dispositions: [word],
    });
    expect(Object.keys(analysis.answers)).toEqual([word, `${word}?`]);
    for (const answer of Object.values(analysis.answers))
      expect(['string', 'object']).toContain(typeof answer);
    expect(['string']).toContain(typeof analysis.disposition);
  });

  it('is not a language', () => {
    expect(spokenLanguage(word)).toBe('hinglish');
    expect(speechOf(spokenLanguage(word))).toBe(speechOf('hinglish'));
    expect(spokenQuestions([word], phrasesOf(spokenLanguage(word)))).toHaveLength(1);
  });
});
