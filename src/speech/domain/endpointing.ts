import type { Language } from '../../shared-kernel/language';
import type { Patience } from '../../shared-kernel/talk';
import { spokenWords, WordTable } from './spoken-words';

/** How long a contact is quiet before the turn is over, in milliseconds. */
const USUAL_MS = 500;
const FINISHED_MS = 300;
const UNFINISHED_MS = 900;
/** The share of these times that an agent waits, by its patience. */
const SHARES: Readonly<Record<Patience, number>> = { quick: 0.8, normal: 1, patient: 1.6 };

/** Words after which more comes: they join sentences, or fill pauses. */
const UNFINISHED = new WordTable({
  english:
    'and but or so because if that than the a an to of for with from at in my our your his her its is are was i we ' +
    'um uh er erm like actually basically well then',
  hinglish:
    'aur lekin par magar kyunki kyonki toh ki ke ka ya agar matlab phir fir jo woh wo mera meri mere hamara hamare yaani yani',
  hindi: 'और लेकिन पर मगर क्योंकि तो कि के का की या अगर मतलब फिर जो वो वह मेरा मेरी मेरे हमारा हमारे यानी',
  punjabi: 'ਅਤੇ ਤੇ ਪਰ ਕਿਉਂਕਿ ਜੇ ਜਾਂ ਕਿ ਤਾਂ ਮਤਲਬ',
  marathi: 'आणि पण किंवा कारण जर की तर म्हणजे',
  gujarati: 'અને પણ અથવા કે કારણ જો તો એટલે',
  bengali: 'আর এবং কিন্তু বা কারণ যদি যে তাহলে মানে',
  tamil: 'மற்றும் ஆனால் அல்லது ஏனென்றால் அப்புறம் வந்து அதாவது',
  telugu: 'మరియు కానీ లేదా ఎందుకంటే అయితే అంటే తర్వాత',
  kannada: 'ಮತ್ತು ಆದರೆ ಅಥವಾ ಏಕೆಂದರೆ ಅಂದ್ರೆ ಆಮೇಲೆ',
  malayalam: 'പിന്നെ പക്ഷേ അല്ലെങ്കിൽ കാരണം എന്നാൽ അതായത്',
  odia: 'ଏବଂ ଓ କିନ୍ତୁ କିମ୍ବା କାରଣ ଯଦି ମାନେ',
});

/** Numbers are read slowly: more digits may come. */
const DIGITS = new WordTable({
  english: 'zero one two three four five six seven eight nine ten double triple',
  hinglish: 'ek do teen char chaar paanch panch chhe che saat sat aath ath nau das shunya',
  hindi: 'एक दो तीन चार पाँच पांच छह छः सात आठ नौ दस शून्य',
  punjabi: 'ਇੱਕ ਦੋ ਤਿੰਨ ਚਾਰ ਪੰਜ',
  marathi: 'एक दोन तीन चार पाच',
  gujarati: 'એક બે ત્રણ ચાર પાંચ',
  bengali: 'এক দুই তিন চার পাঁচ',
  tamil: 'ஒன்று இரண்டு மூன்று',
  telugu: 'ఒకటి రెండు మూడు',
  kannada: 'ಒಂದು ಎರಡು ಮೂರು',
  malayalam: 'ഒന്ന് രണ്ട് മൂന്ന്',
  odia: 'ଏକ ଦୁଇ ତିନି',
});

/**
 * The quiet that ends a turn, in milliseconds.
 * @param partial the words received so far; null before the first, and of engines that report none
 */
export function endpointMs(partial: string | null, language: Language, patience: Patience): number {
  const share = SHARES[patience];
  const last = partial === null ? undefined : spokenWords(partial).at(-1);
  if (partial === null || last === undefined) return USUAL_MS * share;
  if (/\p{N}$/u.test(last) || DIGITS.has(last, language)) return UNFINISHED_MS * Math.max(1, share);
  if (UNFINISHED.has(last, language)) return UNFINISHED_MS * share;
  const isFinished = /[.!?।॥]["'”’]?\s*$/u.test(partial) && !/\p{N}/u.test(partial);
  return (isFinished ? FINISHED_MS : USUAL_MS) * share;
}
