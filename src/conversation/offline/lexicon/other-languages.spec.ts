import { type Remark, understand } from './remark';

type Sign = { [K in keyof Remark]: Remark[K] extends boolean ? K : never }[keyof Remark];

/** Punjabi, Marathi, Gujarati, Bengali, Tamil, Telugu, Kannada, Malayalam, Odia. */
const FOUND: Readonly<Partial<Record<Sign, readonly string[]>>> = {
  busy: [
    'ਹੁਣ ਬਿਜ਼ੀ ਹਾਂ',
    'आत्ता कामात आहे',
    'અત્યારે વ્યસ્ત છું',
    'এখন ব্যস্ত আছি',
    'இப்போ பிஸியா இருக்கேன்',
    'ఇప్పుడు బిజీగా ఉన్నాను',
    'ಈಗ ಬ್ಯುಸಿ ಇದ್ದೀನಿ',
    'ഇപ്പോൾ തിരക്കിലാണ്',
    'ଏବେ ବ୍ୟସ୍ତ ଅଛି',
  ],
  callLater: [
    'ਸ਼ਾਮ ਨੂੰ ਫੋਨ ਕਰੋ',
    'संध्याकाळी फोन करा',
    'સાંજે ફોન કરજો',
    'সন্ধ্যায় ফোন করুন',
    'சாயங்காலம் கூப்பிடுங்க',
    'సాయంత్రం కాల్ చేయండి',
    'ಸಂಜೆ ಕಾಲ್ ಮಾಡಿ',
    'വൈകുന്നേരം വിളിക്കൂ',
    'ସନ୍ଧ୍ୟାରେ ଫୋନ କରନ୍ତୁ',
  ],
  neverAgain: [
    'ਦੁਬਾਰਾ ਫੋਨ ਨਾ ਕਰਨਾ',
    'परत फोन करू नका',
    'હવે ફોન ન કરતા',
    'আর ফোন করবেন না',
    'இனிமே கால் பண்ணாதீங்க',
    'మళ్ళీ కాల్ చేయకండి',
    'ಮತ್ತೆ ಕಾಲ್ ಮಾಡಬೇಡಿ',
    'ഇനി വിളിക്കരുത്',
    'ଆଉ ଫୋନ କରନ୍ତୁ ନାହିଁ',
    'ਫ਼ੋਨ ਨਾ ਕਰੋ',
    'फोन करू नका',
  ],
  declines: ['ਨਹੀਂ ਚਾਹੀਦਾ', 'नको', 'નથી જોઈતું', 'না দরকার নেই', 'வேண்டாம்', 'వద్దు', 'ಬೇಡ', 'വേണ്ട', 'ଦରକାର ନାହିଁ'],
  refuses: [
    'ਮੈਨੂੰ ਇੰਟਰਸਟ ਨਹੀਂ ਹੈ',
    'मला इंटरेस्ट नाही',
    'મને રસ નથી',
    'আমার আগ্রহ নেই',
    'எனக்கு விருப்பம் இல்லை',
    'నాకు ఆసక్తి లేదు',
    'ನನಗೆ ಆಸಕ್ತಿ ಇಲ್ಲ',
    'എനിക്ക് താൽപര്യമില്ല',
    'ମୋର ଆଗ୍ରହ ନାହିଁ',
  ],
};
const NOT_FOUND: Readonly<Partial<Record<Sign, readonly string[]>>> = {
  // Not now, but later; a hostel is not needed, the course is.
  neverAgain: ['এখন ফোন করবেন না, কাল করবেন', 'இப்போ கால் பண்ணாதீங்க', 'ഇപ്പോൾ വിളിക്കരുത്'],
  refuses: ['ஹாஸ்டல் வேண்டாம்', 'ಹಾಸ್ಟೆಲ್ ಬೇಡ', 'ഹോസ്റ്റൽ വേണ്ട', 'वसतिगृहाची गरज नाही'],
  busy: ['ஆமா சொல்லுங்க', 'হ্যাঁ বলুন'],
};

const cases = (table: typeof FOUND): [Sign, string][] =>
  Object.entries(table).flatMap(([sign, texts]) => texts.map((text): [Sign, string] => [sign as Sign, text]));

describe('understand, in nine more languages', () => {
  it.each(cases(FOUND))('finds %s: %s', (sign, text) => expect(understand(text)[sign]).toBe(true));

  it.each(cases(NOT_FOUND))('does not find %s: %s', (sign, text) =>
    expect(understand(text)[sign]).toBe(false),
  );
});
