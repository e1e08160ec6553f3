import type { Language } from '../../shared-kernel/language';
import { spokenWords, WordTable } from './spoken-words';

/** How long a contact is quiet before the turn is over, in milliseconds. */
const USUAL_MS = 500;
const FINISHED_MS = 300;
const UNFINISHED_MS = 900;

/** Words after which more comes: they join sentences, fill pauses, or count. */
const UNFINISHED = new WordTable({
  english:
    'and but or so because if that than the a an to of for with from at my our your his her its is are was i we ' +
    'um uh er erm like actually basically well then zero one two three four five six seven eight nine ten double triple',
  hinglish:
    'aur lekin par magar kyunki kyonki toh ki ke ka ya agar matlab phir fir jo woh wo mera meri hamara yaani yani ' +
    'ek do teen char chaar paanch panch chhe che saat sat aath ath nau das shunya',
  hindi:
    'और लेकिन पर मगर क्योंकि तो कि के का की या अगर मतलब फिर जो वो वह मेरा मेरी यानी ' +
    'एक दो तीन चार पाँच पांच छह छः सात आठ नौ दस शून्य',
  punjabi: 'ਅਤੇ ਤੇ ਪਰ ਕਿਉਂਕਿ ਜੇ ਜਾਂ ਕਿ ਤਾਂ ਮਤਲਬ ਇੱਕ ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ',
  marathi: 'आणि पण किंवा कारण जर की तर म्हणजे एक दोन तीन चार पाच',
  gujarati: 'અને પણ અથવા કે કારણ જો તો એટલે એક બે ત્રણ ચાર પાંચ',
  bengali: 'আর এবং কিন্তু বা কারণ যদি যে তাহলে মানে এক দুই তিন চার পাঁচ',
  tamil: 'மற்றும் ஆனால் அல்லது ஏனென்றால் அப்புறம் வந்து அதாவது ஒன்று இரண்டு மூன்று',
  telugu: 'మరియు కానీ లేదా ఎందుకంటే అయితే అంటే తర్వాత ఒకటి రెండు మూడు',
  kannada: 'ಮತ್ತು ಆದರೆ ಅಥವಾ ಏಕೆಂದರೆ ಅಂದ್ರೆ ಆಮೇಲೆ ಒಂದು ಎರಡು ಮೂರು',
  malayalam: 'പിന്നെ പക്ഷേ അല്ലെങ്കിൽ കാരണം എന്നാൽ അതായത് ഒന്ന് രണ്ട് മൂന്ന്',
  odia: 'ଏବଂ ଓ କିନ୍ତୁ କିମ୍ବା କାରଣ ଯଦି ମାନେ ଏକ ଦୁଇ ତିନି',
});

/**
 * The quiet that ends a turn, in milliseconds.
 * @param partial the words received so far; null before the first, and of engines that report none
 */
export function endpointMs(partial: string | null, language: Language): number {
  const last = partial === null ? undefined : spokenWords(partial).at(-1);
  if (partial === null || last === undefined) return USUAL_MS;
  if (/\p{N}$/u.test(last) || UNFINISHED.has(last, language)) return UNFINISHED_MS;
  return /[.!?।॥]["'”’]?\s*$/u.test(partial) && !/\p{N}/u.test(partial) ? FINISHED_MS : USUAL_MS;
}
