import type { Language } from '../../shared-kernel/language';
import { spokenWords, WordTable } from './spoken-words';

/** Words that mean "I am listening" and nothing else. */
const BACKCHANNELS = new WordTable({
  english: 'yes yeah yep yup ok okay k hm hmm hmmm mm mmm mhm uh huh right sure alright fine aha oh ah cool',
  hinglish:
    'haan han ha haa hanji haanji ji jee hm hmm achha acha accha theek thik tik hai sahi bilkul haina',
  hindi: 'हाँ हां हा हाँजी हांजी जी हम्म हूँ हूं अच्छा ठीक है सही ओके यस बिल्कुल',
  punjabi: 'ਹਾਂ ਹਾਂਜੀ ਜੀ ਅੱਛਾ ਠੀਕ ਹੈ ਓਕੇ',
  marathi: 'हो होय बरं बर ठीक आहे हं अच्छा',
  gujarati: 'હા હાં જી સારું ઠીક છે બરાબર ઓકે',
  bengali: 'হ্যাঁ হুম জি আচ্ছা ঠিক আছে ওকে',
  tamil: 'ஆமா ஆமாம் ஆம் சரி ம்ம் ஓகே',
  telugu: 'అవును సరే హా ఆ ఊ ఓకే',
  kannada: 'ಹೌದು ಸರಿ ಹಾಂ ಹೂಂ ಓಕೆ',
  malayalam: 'അതെ ശരി ഉം ആ ഓക്കേ',
  odia: 'ହଁ ହଉ ଠିକ ଅଛି ଆଚ୍ଛା ଓକେ',
});
const MAX_BACKCHANNEL_WORDS = 2;

/** One or two words that only show that the contact listens, such as "haan ji". */
export function isBackchannel(text: string, language: Language): boolean {
  const words = spokenWords(text);
  return (
    words.length > 0 &&
    words.length <= MAX_BACKCHANNEL_WORDS &&
    words.every((word) => BACKCHANNELS.has(word, language))
  );
}

export function isInterruption(text: string, language: Language): boolean {
  return spokenWords(text).length > 0 && !isBackchannel(text, language);
}
