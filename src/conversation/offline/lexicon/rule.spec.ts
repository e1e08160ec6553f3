import { CORPUS_LANGUAGES, corpusOf, talksForTheRules } from '../../../../test/conversation/corpus/corpus';
import * as answerer from './rules/answerer';
import * as availability from './rules/availability';
import * as interest from './rules/interest';
import * as optOut from './rules/opt-out';
import * as party from './rules/party';
import * as replies from './rules/replies';
import * as settled from './rules/settled';
import { anyOf, closing, onlyOf, Rule, rule, wholly } from './rule';
import { wordsOf } from './words';

describe('rule', () => {
  const mat = rule('(call|phone) (mujhe)? * mat', 'stop call~', '(baad mein|phir) call');

  it.each([
    ['call mat karo', true],
    ['phone mujhe kabhi bhi mat karna', true],
    ['stop calling', true],
    ['baad mein call', true],
    ['फिर कॉल', true],
    ['call karo aur kabhi bhi mujhe yaad mat', false],
    ['recall mat', false],
    ['baad call', false],
  ])('matches %s: %s', (text, expected) => expect(mat.test(wordsOf(text))).toBe(expected));
});

describe('the keys of a rule', () => {
  it.each<[string, Rule, readonly string[] | null]>([
    ['the words of the first of equal parts', rule('(call|phone) mat'), ['call', 'phone']],
    ['the words of the rarer part', rule('(mujhe|aap) (call|phone) (hai)?'), ['call', 'phone']],
    ['the rarer of several words', rule('(ho gaya|kar liya)'), ['gaya', 'liya']],
    ['behind a gap', rule('* mat'), ['mat']],
    ['beginnings of words', rule('stop~', '(phone|baat kar)~'), ['stop~', 'phone~', 'baat']],
    ['unknown where a match may need no word', rule('(call)? (mat)?', 'stop'), null],
    [
      'those of all parts',
      anyOf(closing('call mat'), wholly('stop'), onlyOf('phone', 'ji')),
      ['call', 'stop', 'phone'],
    ],
  ])('are %s', (_, { keys }, expected) =>
    expect(keys).toEqual(
      expected?.map((key) => wordsOf(key).trim() + (key.endsWith('~') ? '~' : '')) ?? null,
    ),
  );

  it('find each match in the corpus', () => {
    const texts = CORPUS_LANGUAGES.flatMap((language) => [
      ...corpusOf(language),
      ...talksForTheRules(language),
    ]).flatMap(({ turns }) => turns.map(({ text }) => wordsOf(text)));
    const rules = [answerer, availability, interest, optOut, party, replies, settled]
      .flatMap((file) => Object.entries<unknown>(file))
      .flatMap(([name, each]) =>
        each instanceof Rule ? [{ name, each, plain: new RegExp(each.source, 'u') }] : [],
      );
    expect(rules.length).toBeGreaterThan(40);
    const missed = rules.flatMap(({ name, each, plain }) =>
      texts.filter((text) => each.test(text) !== plain.test(text)).map((text) => `${name}: ${text}`),
    );
    expect(missed).toEqual([]);
  });
});
