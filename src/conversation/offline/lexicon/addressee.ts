import { asksWhetherDone } from './offers';
import { sentencesOf } from './sentences';
import { rule } from './rule';
import { wordsOf } from './words';

// `wordsOf` folds words, each spelling into one form: `kau` is kaun, `bhaia` bhaiya. `rule` folds what it is given; regular
// expressions are written in the folded form.

/** "Kya meri baat Sandeep ji se ho rahi hai?", "am I speaking to Mr. Thomas?". */
const REQUESTS_PERSON = rule(
  '(baat|bol|speaking|talking|speak|talk) *',
  '(is|this|that) (this|that|it)',
  '(ji|sahab|saab|madam|sir) (hain|hai|ghar|bol)',
);
/** The prompt checks that the addressee speaks, not that the addressee is there. */
const CHECKS_SPEAKER = rule(
  '(ho rahi|kar raha|kar rahi|bol rahe|bol rahi|am i|is this|is that|speaking|talking)',
);
const PLAIN_NO =
  /^ (?:(?:ji|sorry|im|i|am|afraid) )*(?:nahi|no|nope|not)(?: (?:ji|sir|madam|bhai|bhaia|beta|sorry|really))* (?:$|\|)/u;
const NOT_A_NAME = new Set(
  wordsOf(
    `namaste namaskar hello hi good morning evening afternoon ji sir madam mr mrs ms miss shri shrimati kya main meri mera aap
     aapki aapka se ki ka ke ko baat ho hai hain hun rahi raha rahe sakti sakta sakte bol kar am i is this that it speaking
     talking speak talk to with may can could the a an right time abhi haan yes please minute minutes do call phone number
     aapne aapko tha thi the ye yeh wo hum we you are from about for jee sahab saab beta bhai didi bhaiya koi kaun ya
     आता बोलू शकतो शकते शकाल का मी तुम्ही वेळ आहे`,
  )
    .trim()
    .split(' '),
);

function namesIn(prompt: string): ReadonlySet<string> {
  const questions = sentencesOf(prompt).filter((part) => part.endsWith('?'));
  const found = questions.flatMap((part) => {
    const words = wordsOf(part);
    const all = words.trim().split(' ');
    if (asksWhetherDone(part)) return [];
    if (all.length > 4 && !REQUESTS_PERSON.test(words)) return [];
    const names = all.filter((word) => word.length > 2 && !NOT_A_NAME.has(word));
    // With more words left, the question is about something else.
    return names.length > 3 ? [] : names;
  });
  return new Set(found);
}

const AWAY = rule(
  '(ghar|home|office|kaam|duty|bahar|baahar|available|school|college|coaching|tuition|class|market|dukaan|gaon|shop|work) *',
  '(abhi|now|moment|currently|sleeping|so|naha|kitchen|out) *',
  '(gone|left|went|gaya|gayi|gaye|chala|nikal|nikla|nikli|lautega|aayega|aayegi|aayenge|aaega)',
);
/** A relative of the addressee answers, so the number is right. */
const KIN = rule(
  '(uska|uski|unka|unki|iska|iski|unke|uske|his|her|their) (bhai|behen|bahan|beta|beti|papa|mummy|mami|pati|patni|wife|husband|chhota|chhoti|bada|badi|brother|sister|son|daughter|mother|father|mom|dad|dost|friend)',
  '(papa|mummy|pitaji|mataji|didi|bhaiya|dad|mom|brother|sister|wife|husband|mother|father)',
);
const POSSESSIVE = rule('(uska|uski|unka|unki|iska|iski|unke|uske|his|her|their)');
/** "Main Firoz hoon", "this is Rajiv". */
const NAMES_SPEAKER = rule(
  '(main|hum) (toh)? _ _? (hoon|hu|bol|hain)',
  '(mera|hamara) naam',
  '(this is|i am|im|my name|its|you have reached)',
);
const INTRODUCES_SPEAKER = `(?:${wordsOf('this its ye yahan main hum').trim().replace(/ /gu, '|')})`;
/** "Main Nitin nahi hoon". */
const NOT_ADDRESSEE = rule('(main|this|i am|im) * (nahi|not) (hoon|hu|him|her)?');
const NO_OR_WHO = `(?:${wordsOf('nahi no not isnt kaun koi kis never').trim().replace(/ /gu, '|')})`;
/** "Haan main Nitin": the addressee speaks. */
const CONFIRMS_SPEAKER = `(?:${wordsOf('haan main this speaking am im hi its').trim().replace(/ /gu, '|')})`;

/** Replaces each requested name; no folded word has this character. */
const NAME = '#';
const SPEAKS = new RegExp(` ${CONFIRMS_SPEAKER} (?:hi |bol |is )?${NAME} `, 'u');
/** "Mr. Bose? This is a school.", "Nitin? No." */
const NAME_THEN_DENIAL = ` ${NAME} (?:ji )?\\| (?:ji )?(?:${NO_OR_WHO}|${INTRODUCES_SPEAKER}) `;
const QUESTIONS_NAME = new RegExp(`${NAME_THEN_DENIAL}| kau ${NAME} `, 'u');
const DENIES = new RegExp(
  ` ${NO_OR_WHO} (?:[^\\s|]+ ){0,3}${NAME} | ${NAME} (?:[^\\s|]+ ){0,3}${NO_OR_WHO} |${NAME_THEN_DENIAL}`,
  'u',
);

/** `unknown`: a wrong number. null: no finding. */
export type AddresseeFinding = 'unknown' | 'away' | null;

/** A name repeated with a no or a "who?" means that the person is unknown there ("Kaun Nitin?"). */
export function addresseeIn(prompt: string, words: string): AddresseeFinding {
  const names = namesIn(prompt);
  if (names.size === 0) return null;
  const marked = words.replace(/[^ ]+/gu, (word) => (names.has(word) ? NAME : word));
  if (SPEAKS.test(marked) && !NOT_ADDRESSEE.test(words)) return null;
  if (CHECKS_SPEAKER.test(wordsOf(prompt)) && PLAIN_NO.test(words) && !POSSESSIVE.test(words))
    return 'unknown';
  if (KIN.test(words)) return null;
  if (marked.includes(` ${NAME} `) && !QUESTIONS_NAME.test(marked) && AWAY.test(words)) return 'away';
  if (DENIES.test(marked)) return 'unknown';
  return /^ (?:ji )?(?:nahi|no) /u.test(words) && NAMES_SPEAKER.test(words) && !AWAY.test(words)
    ? 'unknown'
    : null;
}
