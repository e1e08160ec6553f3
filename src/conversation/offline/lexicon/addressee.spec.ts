import { addresseeIn } from './addressee';
import { wordsOf } from '../lexicon/words';
import { sentencesOf } from '../lexicon/sentences';

const said = (text: string): string => sentencesOf(text).map(wordsOf).join('|');

describe('addresseeIn', () => {
  it.each([
    ['Kya meri baat Nitin ji se ho rahi hai?', 'Nitin? Kaun Nitin?', 'unknown'],
    ['Namaste, Sharma ji bol rahe hain?', 'Main Verma hoon, Sharma ji nahi.', 'unknown'],
    ['नमस्ते, गुप्ता जी?', 'गुप्ता जी यहाँ नहीं रहते।', 'unknown'],
    ['Hello, am I talking to Mr. Bose?', 'Mr. Bose? This is a school.', 'unknown'],
    ['Hi, is this Tanvi?', "I'm afraid not.", 'unknown'],
    ['Namaste, kya Rohan ji se baat ho sakti hai?', 'Rohan abhi so raha hai.', 'away'],
    ['Hello, is this Priya?', 'Priya has gone for tuition.', 'away'],
    ['Kya meri baat Nitin ji se ho rahi hai?', 'Haan main Nitin bol raha hoon.', null],
    ['Hello, is this Meera?', "No, I'm her daughter.", null],
    ['Hello, is this a good time to talk?', 'No, not really.', null],
    ['आता बोलू शकतो का?', 'मला नोकरी लागली, आता गरज नाही', null],
    ['Kya aap flat dekh rahe hain?', 'Nahi ji, abhi nahi.', null],
  ])('returns for %s – %s: %s', (prompt, reply, expected) =>
    expect(addresseeIn(prompt, said(reply))).toBe(expected),
  );
});
