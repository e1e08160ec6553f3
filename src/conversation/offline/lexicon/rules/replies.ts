import { OTHER_AVAILABILITY as AVAILABILITY } from './other-availability';
import { OTHER_LANGUAGES as OTHER } from './other-languages';
import { anyOf, onlyOf, rule, wholly } from '../rule';
import { alternatives, wordSet, wordsOf } from '../words';

export const UNCLEAR = anyOf(
  // "I won't come again" refuses.
  rule('come again').within(`(?<! (?:${alternatives('wont not never will to ill')}))`),
  rule(
    '(samajh|samjh) (mein|me)? (nahi|nhi)',
    'samjha (hi)? nahi',
    '(awaaz|aawaz|voice) * (nahi|cut|kat|toot|break)~',
    '(sunai|suna|sun) (nahi|nhi)',
    'nahi (sunai|suna)',
    '(phir|fir|dobara|dubara|ek) (se|baar)? (bol~|kah~|boliye|bataiye|bataye)',
    '(repeat|pardon|beg)',
    'kya (kaha|bola|bole|keh|kahe)',
    '(didnt|couldnt|cant|cannot|not) (quite)? (hear|catch|get|understand|follow)',
    'say (that|it)? again',
    'what did you',
    'did you (say|tell)',
    '(dont|do not) (really|quite)? (understand|follow)',
    ...OTHER.unclear,
  ),
);
/** Nothing but a "what?". */
export const WHAT = onlyOf('kya what pardon sorry', 'haan hain ji arre matlab bhai sir madam');
export const DONT_KNOW = anyOf(
  // Not with further words: "Pune, same as before" has the answer.
  wholly(
    'you already (have|know)',
    '(wo|ye|sab)? aapke paas (toh|already|sab|pehle se)? (hai|hoga) (hi|na)?',
    '(ill|i will|let me) (text|whatsapp|mail|send) (it|that) (to you|on whatsapp|by whatsapp|by mail|later)?',
    '(cant|cannot) (rate|answer) (it|that|this|you)? (question)?',
    '(i|ive|i have) already (gave|given|provided|shared)',
    '(ye|wo|sab|maine)? form (mein|me) (toh|hi|sab|sab kuch)? (likha|bhara|diya|sab|hai) (hua|diya)? (hai|tha|hain)?',
    '(i|ive|have|i have) (already)? (told|answered|mentioned) (you|that|this|it)? (that|this)? (already|before|earlier)',
    '(maine)? (abhi|pehle) (toh|hi|bhi) (bataya|bola|kaha|bata diya|bol diya) (tha|thi|hai)? (maine|na)?',
    '(its|it is)? same as (before|earlier|last time|above)',
    '(i|im|we|i am|we are)? (wont|will not|not|dont want to|not going to) (tell|telling|share|sharing|disclose)',
    'nahi batana (hai)?',
    '(lets|you can|can we)? skip (it|this|that)? (question|one|karo|kariye|kijiye)?',
    '(the)? next question',
    '(ye|its|that is|thats|this is|it is)? (meri|mera|my|very|thoda)? (niji|personal|private|confidential) (baat|mamla|question|sawaal|matter|information|cheez)? (hai)?',
  ),
  rule(
    '(pooch|puch|poochh|puchh|soch|dekh) (ke|kar) (bata|bol|kah)~',
    '(nahi|mat) (bol|bata|kah|keh|bataa) sak~',
    '(bol|bata|kah|keh) nahi sak~',
    '(dekhenge|dekhte hain|dekhte hai|dekhta hoon)',
    '(fix|pakka|final|tay|confirm) nahi',
    'nahi (fix|pakka|tay|confirm)',
    '(papa|mummy|pitaji|wife|husband|bhaiya|gharwale|wale|wahi|wo) (hi|se|log)? (batayenge|bataenge|jane|jaanein|jaane|janein)',
    '(well|will|ill|have to|shall) (see|check|decide later)',
    'let me (check|see|ask|think|discuss)',
    '(cant|cannot|can not|hard to|difficult to) (really)? say',
    'nothing (in|very)? (particular|specific|special|concrete)',
    '(havent|have not|not) (really)? (thought|decided)',
    '(wo|woh|vo) sab (chhodiye|chhodo|rehne)',
    '(pata|maloom|malum|idea|yaad|andaza) nahi',
    'nahi (pata|maloom|malum|yaad)',
    '(dont|do not|cant|cannot) (really)? (know|remember|recall)',
    '(date|din|muhurat|tareekh) (abhi|toh)? nahi (nikli|nikla|nikle)',
    '(not|no) (really|quite|very)? (sure|idea)',
    '(havent|not|nahi|nhi) (decided|thought|socha|decide|tay|finalised|finalized)',
    '(socha|decide|tay|final) (nahi|nhi)',
    'kah nahi sak~',
    '(depend|depends) (karta|karti|on|upon)?',
    '(soch|sochna|dekhna|poochna|pata karna|discuss karna|baat karni|salah) (ke|kar|padega|padegi|karke|karni|karna|kar ke) *',
    '(abhi|abhi to|main|hum|hum log) (soch|samajh) (hi)? (rahe|raha|rahi) (hain|hoon|hai)',
    '(baat|salah|discuss|poochh|check|mashwara) (karke|kar ke|karkar|kar kar) (bata|bol|hi)~',
    '(ghar|gharwalon|papa|mummy|wife|husband|family|bhai|parents) (pe|par|mein|se|walon se) (baat|salah|pooch|discuss)~ (karunga|karungi|karenge|karke|kar|karta)~',
    '(thinking|think|thought) (about|over|on) (it|that|this)',
    '(figuring|working) (it|that|this)? (out)',
    '(let|get back|come back|revert|tell) (you know|to you)',
    '(anything|something|nothing) (specific|particular)? in mind',
    '(confused|undecided|unsure|confuse)',
    '(nothing|not) (is)? (fixed|final|finalised|finalized|decided|certain)',
    '(just|only) (browsing|exploring|enquiring|looking around|checking out)',
    '(farak|fark|antar|jankari|jaankari|gyan) nahi',
    '(iski|uski|iska|zyada|kuch|itni) * (jankari|jaankari|andaza|andaaza|knowledge) nahi',
    '(clear|pakki|pakke|decided) nahi',
    '(baad|bad) (mein|me)? (hi)? bata~',
    '(have|need) to (check|see|ask|think|discuss|confirm|decide)',
    '(khaas|khas|special|particular|specific) (kuch)? nahi',
    '(koi|kuch) (khaas|khas|special) *',
    '(dekh|soch|pooch|samajh) (toh)? (lenge|lunga|lungi|lun|loon|leta|leti|lete|lo pehle)',
    '(ghar|gharwalon|papa|mummy|wife|husband|family|bhai|parents) (pe|par|mein|se|ko|walon se) (pooch|baat|salah)~',
    '(wont|will not|im not|i am not|dont want to|do not want to|not going to) (tell|telling|share|sharing|disclose) (you|that|this|it|anything)',
    'nahi (bataunga|bataungi|batayenge)',
    'you already (have|know) (it|that|this|my|all|everything)',
    '(i|ive|i have) already (gave|given|provided|shared) (it|that|this|these|all|everything|my details|my information|the details)',
    '(rather|prefer) not (to)? (say|tell|share|disclose|answer)',
    '(varies|vary|keeps changing|keep changing|no fixed|not fixed)',
    '(yet|still) (to)? (decide|decided|deciding|think|thinking|finalise|finalize|see|discuss)',
    '(nahi|nhi) (bata|bol|kah) (paunga|paungi|payenge|sakte|sakta|sakti)',
    ...AVAILABILITY.defers,
  ),
);
const DECEASED =
  '(wo|woh|papa|mummy|pitaji|mataji|maa|pati|patni|beta|beti|bhaiya|didi|dada|dadi|nana|nani|chacha|husband|wife|father|mother|dad|mom)';
/** Someone of the family has died. "Pata chal gaya" and "do mahine guzar gaye" are other things. */
export const BEREAVED = rule(
  '(dehant|nidhan|swargwas|mrityu|death|maut) (ho|hua|hui)',
  'antim sanskar',
  'chal (base|basi)',
  `${DECEASED} (to|ji|hi|ab|abhi)? (pichle|isi|kal)? (mahine|saal|hafte)? guzar (gaye|gayi|gaya)`,
  '(he|she|father|mother|dad|mom|husband|wife|son|daughter|brother|sister) (is|has|had)? (just|already)? (expired|no more|died|passed away)',
);
/** "Paisa abhi tak nahi mila" complains; "abhi paisa nahi" refuses. */
export const NOT_RECEIVED = rule(
  'nahi (mila|mili|mile|aaya|aayi|aaye|pahuncha|pahunchi)',
  '(havent|hasnt|didnt|not|never) (yet)? (received|receive|got|get|come|arrived|refunded|paid me)',
);
export const ASKS_IF_POSSIBLE = rule('nahi (ho|mil|kar|aa|de) (sakta|sakti|sakte|payega|payegi) kya');
export const NOT_REFUSED = rule('mana nahi');
export const COMPLAINS = rule(
  '(dard|bukhar|takleef|taklif|bimar|bimari|chot|khoon|khujli|kharab|bekar|bura|nuksan|loss|fail|pareshan|pareshani|dikkat|problem|mushkil|mehnga|samasya|shikayat)',
  '(is|am|are|was|fell|feeling|very) ill',
  '(pain|hurts|fever|sick|injury|injured|accident|problem|trouble|worst|terrible|rude|poor|complaint|lost|failed|died|death|divorce)',
  '(late|slow|dheere|dheema|toota|tooti|broken|damaged|fake|nakli|leak|ganda|gandi)',
  '(sugar|diabetes|diabetic|bp|thyroid|asthma|allergy|allergic|surgery|operation|dialysis|cancer|fracture|stroke)',
  '(guzar|chal base|dehant|nidhan)',
  '(baar|roz|daily|times) * (call|phone)',
  '(call|called|calling|phone) * (again and|daily|everyday|every day|times|baar|yesterday)',
);
/** Marathi; "ho" within a remark is Hindi, as in "aap kaise ho". */
const HO = rule('ho').within('^', '(?=$|\\||(?:na|ho|nakki|bola|sanga|mala|chalel|thik|tik) )');
/** "Great" answers it, and "1" may. */
export const ASKS_FOR_OPINION = rule(
  '(feedback|opinion|experience|rate|rating|review|recommend|satisfied|vichar|raay|khayal|anubhav|tajurba|think|feel)',
);
const AFFIRMS = rule(
  '(haan|ha|han|yes|yeah|yep|yup|sure|certainly|absolutely|definitely|bilkul|zaroor|jarur|correct|likely)',
  'of course',
  'go ahead',
  'why not',
  ...OTHER.yes,
);
export const YES = anyOf(AFFIRMS, HO);
const AGREEING = rule(
  '(ji|ok|okay|okey|theek|thik|sahi|boliye|bolo|bataiye|batao|hmm|fine|chalega|works|perfect|done)',
);
/** A no outweighs it ("ji nahi"). "Right now" is a time. */
export const AGREES = anyOf(AGREEING, rule('right').within('', '(?!nov )'));
export const NO = rule('(nahi|nhi|no|nope|nah|not|dont|none|nothing|never|wont|cant)', ...OTHER.no);
export const BEGINS_WITH_NO = NO.within('^(?: (?:ji|abhi|sory|are|bhai|sir))?');
export const INVITATION_WORDS = wordSet(
  `haan ha ji main hum sun raha rahi rahe hoon hu hain boliye bolo bataiye batao bataye kahiye aap tell me go ahead yes
   please continue you can talk sure ok okay chalo chaliye poocho poochiye puchho ask theek i am im fine good`,
);
/** Nothing but "skip". */
export const SKIPS = onlyOf('skip pass', 'it this please ok no sir madam');
/** Nothing but a goodbye. */
export const GOODBYE = onlyOf(
  'bye goodbye alvida',
  'ok okay theek hai ji haan achha thank you thanks dhanyavaad shukriya sir madam nothing no nahi kuch',
);
export const DO_SO = rule('(kar|kara|bhej) (do|dijiye|dena)');
/** "Fine" answers "how", but neither "which" nor "where". */
export const APPROVAL_WORDS = wordSet(
  'fine great good nice perfect cool alright ok okay achha badhiya theek hai sir ji tab toh then so',
);
export const YES_WORDS = wordSet(
  'haan ha han ji yes yeah yep yup sure certainly absolutely definitely bilkul zaroor of course i we do am sir madam bhai',
);
export const NO_WORDS = wordSet(
  'nahi na no nope ji bas bhai sir madam thank you thanks dhanyavaad sorry bye',
);
/** "Can you hear me?" */
export const CHECKS_LINE = rule(
  '(can|do|could) you (hear|get) me',
  'are you (there|still there|on the line)',
  '(awaaz|aawaz) * (aa|pahunch|sunai) (rahi|raha)',
  '(sun|suna) (pa)? (rahe|rahi|raha) (ho|hain|hai|de)',
);
/** "Kuch bhi chalega": an answer without content. */
export const WHATEVER = rule(
  '(bas)? (aise hi) (pooch|dekh|bhar)~ (liya)? (tha|thi|the)?',
  '(kahin|kuch|koi|kabhi|any|anything|anywhere|anytime|whatever|whichever) (bhi|is|ho|else|would|will)? (fine|ok|okay|chalega|do|be fine|theek hai)',
  '(jitna|jitni|jo|jaisa|jahan) (bhi)? (mil|ho|aap|theek|sahi|bataye|bole) (jaye|sake|kahe|lage|hai|bole|bataye|bolo|kaho|chaho|chahe|bolein|kahein)',
  '(kahin|kuch|koi|kabhi|jo|any|anything|anywhere|whatever|jaisa|kitna) (bhi|ho|else|theek)? (chalega|ho|hoga|theek)?',
).within('^', '$');

/** Single words, each once: alternatives that overlap would backtrack exponentially. */
const PLEASANTRY = new Set(
  wordsOf(
    `haan ha ji han hanji hello hallo helo hi hey namaste namaskar thanks thank you dhanyavaad shukriya bye ok okay
     achha accha acha theek thik hai hmm hm um uh hmmm yes yeah sir madam mam maam bhai boliye bolo well so toh
     ab awaaz aa rahi sunai batana oh ah alright haha hahaha hehe testing wow`,
  )
    .trim()
    .split(' '),
);
export const PLEASANTRIES = new RegExp(`^(?: (?:${[...PLEASANTRY].join('|')}))* $`, 'u');
/** "Haan, sunai de raha hai": no answer to any other question. */
export const HEARS_AGENT = wholly(
  'sunai de (raha|rahi) (hai)?',
  '(awaaz|aawaz) (toh)? (aa|pahunch) (rahi|raha) (hai)?',
  '(yes|yeah)? i can hear (you)? (clearly|now)?',
  '(yes|yeah)? (im|i am) (listening|here)',
);
export const ASKING = rule(
  '(kitni|kitna|kitne|kab|kahan|kaise|kaunsa|kaunsi|kyun|kyon|how|what|when|where|which|why|do you|is there|are there|can i|will there) ',
);
/** Nothing but "it is", as the Hindi reply to "... hai?". */
export const BARE_VERB = onlyOf('hai hain hoon hu tha thi the', 'ji sir madam bhai abhi');
/** "Boliye", "tell me": has time and refuses nothing yet. */
export const INVITES = rule(
  '(boliye|bolo|bataiye|batao|bataye|kahiye|tell me|go ahead|go on|carry on|please continue|you can talk|sun raha|sun rahi)',
  '(haan|ji|hai|ok|okay|sure|yes|chalo|jaldi) (chalo|chaliye|poocho|poochiye|puchho|ask)',
);
