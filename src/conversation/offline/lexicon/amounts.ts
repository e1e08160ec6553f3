import { rule } from './rule';
import { alternatives } from './words';

const NUMERALS =
  `terah chaudah solah satrah atharah unnis ikkis bais teis chaubis pachchis chhabbis sattais satais
  atthais atthaees untis ikattis ikattees battis taintis chauntis paintis chhattis saintis adtis untalis iktalis bayalis
  taintalis chavalis chauvalis paintalis chhiyalis saintalis adtalis unchas ikyavan bavan tirpan chauvan pachpan chhappan
  sattavan atthavan unsath iksath basath tirsath chaunsath painsath chhiyasath sadsath adsath unhattar ikhattar bahattar
  tihattar chauhattar pachhattar chhihattar sathattar unasi ikyasi bayasi tirasi chaurasi pachasi chhiyasi sattasi
  atthasi navasi satattar satahattar athattar chhiyattar pichhattar unyasi ikasi pichasi bayanve baanve pichanve satanve athanve
  ninanve chappan trepan ikyanve banve tiranve chauranve pachanve chhiyanve sattanve atthanve ninyanve पच्चीस सत्ताईस अट्ठाईस
  उनतीस इकतीस तैंतीस चौंतीस पैंतीस सैंतीस अड़तीस उनतालीस बयालीस तैंतालीस चौवालीस पैंतालीस छियालीस सैंतालीस अड़तालीस उनचास
  पचपन छप्पन साठ बासठ पैंसठ अड़सठ सत्तर बहत्तर पचहत्तर अस्सी पचासी नब्बे thirteen fourteen sixteen seventeen eighteen
  nineteen`.split(/\s+/u);

const DIGITS = alternatives(
  `ek do teen chaar char paanch panch chhe chhah cheh saat aath nau shunya jiro zero one two three four five six
    seven eight nine oh double triple`,
);
/** A number of an account, a phone or a bill, digit by digit. */
const DICTATED = new RegExp(` (?:(?:${DIGITS}|\\d{1,4}) ){4}| \\d{5,} `, 'u');

export function spellsNumber(words: string): boolean {
  return DICTATED.test(words);
}

const NUMBER_WORD = rule(
  '(zero|shunya|ek|do|teen|chaar|char|paanch|chhe|chhah|saat|aath|nau|das|gyarah|barah|pandrah|bees|pachees|tees|chalis|pachas|saath|sattar|assi|nabbe|sau|hazaar|hazar|lakh|lakhs|crore|karod|dedh|dhai|aadha|sava|sadhe)',
  '(just|only) (me|us)',
  '(sirf|bas) (main|hum) (hi|hoon|hain)',
  // From eleven to ninety-nine every number of Hindi is a word of its own.
  `(${NUMERALS.join('|')})`,
  '(akela|akeli|alone|dono|both|fresher)',
  '(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|percent)',
);

export function hasNumber(words: string): boolean {
  return /\p{Nd}/u.test(words) || NUMBER_WORD.test(words);
}

/** Other than "ek", "do" and "one", which may be articles or verbs. */
export function hasFigure(words: string): boolean {
  const without = words.replace(/(?<= )(?:ek|do|one) /gu, '');
  return hasNumber(without);
}

const CURRENCY = rule(
  '(lakh|lakhs|lac|lacs|hazaar|hazar|thousand|crore|crores|karod|k|rs|rupaye|rupees|inr)',
);
const LONG_NUMBER = / \d{4,} /u;

/** "Teen lakh"; a bare number may be a postcode. */
export function namesAmount(words: string): boolean {
  return CURRENCY.test(words) && hasNumber(words);
}

export function hasMoney(words: string): boolean {
  return CURRENCY.test(words) || LONG_NUMBER.test(words);
}
