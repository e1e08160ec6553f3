import * as fc from 'fast-check';
import { SAME_WORD } from './spelling-variants';
import { wordsOf } from './words';

describe('wordsOf', () => {
  it.each([
    ['करना समझा मतलब ज़रूरत व्यस्त', 'karna samjha matlab zaroorat vyast'],
    ['काउंसलर सीनियर एडमिशन मशीन इंटरेस्ट', 'counsellor senior admission machine interest'],
    ['फ़ीस हॉस्टल कोर्स बजट शहर तारीख़', 'fees hostel course budget shahar tareekh'],
    ['मेरा ऑर्डर, आर्डर स्टेटस', 'mera order order status'],
    ['अपॉइंटमेंट ट्रैक डिलीवरी पेमेंट', 'appointment track delivery payment'],
    ['रिफंड बैलेंस रिपोर्ट अकाउंट टिकट', 'refund balance report account ticket'],
    ['हाँ जी, नहीं', 'haan ji nahin'],
    ['कॉल मत कीजिए', 'call mat kijiye'],
    ['मैं व्यस्त हूँ', 'main vyast hoon'],
  ])('returns one form of %s', (devanagari, latin) => expect(wordsOf(devanagari)).toBe(wordsOf(latin)));

  it.each([
    ['zaroorat', 'jarurat', 'zarurat'],
    ['nahi', 'nahin', 'nhi'],
    ['haan', 'han', 'haan'],
    ['chahiye', 'chahie', 'chaiye'],
    ['dhanyavaad', 'dhanyawad', 'dhanyavad'],
  ])('ignores the spelling of %s', (...spellings) => expect(new Set(spellings.map(wordsOf)).size).toBe(1));

  it('distinguishes words that differ by a nasal only', () => {
    expect(wordsOf('in')).not.toBe(wordsOf('i'));
    expect(wordsOf('on')).not.toBe(wordsOf('o'));
  });

  it('leaves other scripts unchanged', () =>
    expect(wordsOf('நாளைக்கு கூப்பிடுங்க')).toBe(' நாளைக்கு கூப்பிடுங்க '));

  it('folds any text at all, and folds it once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) =>
        expect(wordsOf(text)).toMatch(/^ .*$/su),
      ),
    );
  });
});

describe('SAME_WORD', () => {
  it('has folded spellings, each with the folded standard form', () => {
    for (const [spelling, word] of Object.entries(SAME_WORD)) {
      expect(wordsOf(spelling)).toBe(` ${word} `);
      expect(wordsOf(word)).toBe(` ${word} `);
    }
  });
});
