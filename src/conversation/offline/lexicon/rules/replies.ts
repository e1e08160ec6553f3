import { OTHER_LANGUAGES as OTHER } from './other-languages';
import { rule, wordsOf } from '../words';

export const REFUSES = rule(
  '(cancel|drop) (samjho|samajhiye|samjhiye|maan lo|maniye)',
  '(khud|hame|mujhe) nahi (lena|leni|chahiye ye|karwana|kharidna|padhna)',
  '(change|join|switch|kuch|padhai|admission|ab) nahi (karna|karni|lena|leni|chahiye)',
  '(jahan|yahin|wahin) (hoon|hu|hai) * khush',
  'man (badal|nahi|bhar)',
  '(debt free|keep it that way|count me out)',
  '(lekin|par|magar|but) * * * (faisla|tay|decide|final|fix) (kiya|kar|ho) (hai|liya|gaya|chuke|rakha)',
  '(but|however) * * decided (to|on|against|not)',
  '(not|arent|isnt|are not) (be)? (going|moving|proceeding) (ahead|forward) (with)?',
  '(let|letting) (it|this) go',
  '(changed) (my|our) (mind|plan|plans)',
  '(chhodo|chhodiye|jaane do|jane do|bhool jao|bhool jaiye) (ye|yeh|isko|sab|ji|bhai|yaar)',
  '(ill|i will|we will|well) pass',
  'not something (i|we)',
  'dropped (the|that|this|my)? (idea|plan|thought)',
  'moving (abroad|out|to)',
  'decided (not)? to (work|stay|wait|continue|go|move|drop|skip)',
  '(kharid|kharida|khareed|book|bought|purchased) (kar)? (liya|chuka|chuke|li|already)',
  '(fully|already) (covered|insured|settled)',
  'there is no need',
  '(interest|interested|ruchi|dilchaspi|inteerest) (nahi|nhi|nai|bilkul)',
  '(interest|interested|ruchi|dilchaspi) * (nahi|nhi) (hai|hoon|raha|rahi|hain)',
  'not (really|that|at|so)? (all)? (interested|keen)',
  'no (longer)? (interest|interested)',
  'nahi (hai|koi) (interest|ruchi)',
  '(admission|seat|enrollment|dakhila) (to|toh|already|pehle|hi)? * (ho|le|liya|mil|kara) (gaya|gayi|liya|chuka|chuki|chuke|hai)',
  'already (taken|enrolled|joined|admitted|have|got|took|booked|bought|decided|done)',
  '(kahin|kahi|dusri|doosri) (aur|jagah) * (admission|le|kar|ho|join|seat)',
  '(rehne|rahne) (do|dijiye|dein|de)',
  '(abhi|filhal|fil|mujhe|hame|humein|hamein) * (zaroorat|jarurat|need|requirement|avashyakta) nahi',
  '(aisi|koi|iski|uski) * (zaroorat|jarurat|need|requirement|avashyakta|plan|irada) nahi',
  'no (thanks|thank)',
  'not (looking|planning|considering|thinking) (for|to|of|at)?',
  '(plan|irada|mood|mann) * (nahi|cancel|drop|badal)',
  'not for (me|us)',
  'dropped the (idea|plan)',
  'time waste',
  'waste (of|my|mera|mat)',
  ...OTHER.notInterested,
);
export const DECLINES = rule(
  'nahi chahiye',
  'no need',
  '(zaroorat|jarurat|need|requirement|avashyakta) nahi',
  'nahi (karna|lena|karni|leni|karwana|dekhna)',
  '(karna|lena|karni|leni) (nahi|nhi) (hai|chahta|chahti|chahte)?',
  '(dont|do not) (need|want|require)',
  'nahi (ji)? (dhanyavaad|shukriya|thanks|thank)',
);
export const INTERESTED = rule(
  '(mujhe|hame|humein|hamein|hume|main) … (chahiye|lena hai|leni hai|karna hai|karani hai|karwana hai|dikhana hai|bharna hai|bharni hai|book|khareedna)',
  '(intezaar|intazaar|wait|waiting) … (kar|tha|thi|for)',
  '(about|going|wanted) to call you',
  '(i|we) (need|want) (a|an|one|it|the|this|to)',
  '(id|i would|we would) (love|like) to',
  '(interest|interested|ruchi|dilchaspi) (hai|hoon|hain|mein|toh|to)',
  '(yes|am|very|quite|really|bahut|definitely) (i)? (am)? (interested|keen|excited)',
  '(admission|dakhila) (lena|leni|chahiye|karana|karwana)',
  '(would|i) (like|want) to (join|enroll|enrol|apply|take|know|visit|see|buy|book)',
  '(looking|planning|keen) (for|to|on)',
  '(karna|lena|dekhna|aana|join|jaanna|janna) (chahta|chahti|chahte|hi)',
  '(lene|karne|admission|join) (ka|ke|ki)? * (soch|plan) (raha|rahi|rahe)',
  '(form|details|brochure|link) (bhej|send|whatsapp|share)~',
  '(send|share) (me)? (the)? (details|brochure|link|form)',
  ...OTHER.interested,
);
/** Praise is interest, unless a "but" comes with it. */
export const PRAISE = rule('(sounds|bahut) (good|great|badhiya|achha|accha|interesting)');
export const CONTRAST = rule('(lekin|magar|par|but|however|kintu|parantu)');
export const UNCLEAR = rule(
  '(samajh|samjh) (mein|me)? (nahi|nhi)',
  'samjha nahi',
  '(awaaz|aawaz|voice) * (nahi|cut|kat|toot|break)~',
  '(sunai|suna|sun) (nahi|nhi)',
  'nahi (sunai|suna)',
  '(phir|fir|dobara|dubara|ek) (se|baar)? (bol~|kah~|boliye|bataiye|bataye)',
  '(repeat|pardon|beg)',
  'kya (kaha|bola|bole|keh|kahe)',
  '(didnt|couldnt|cant|cannot|not) (quite)? (hear|catch|get|understand|follow)',
  'say (that|it)? again',
  'come again',
  'what did you',
);
export const DONT_KNOW = rule(
  '(pooch|puch|poochh|puchh|soch) (ke|kar) (bata|bol|kah)~',
  '(nahi|mat) (bol|bata|kah|keh|bataa) sak~',
  '(bol|bata|kah|keh) nahi sak~',
  '(dekhenge|dekhte hain|dekhte hai|dekhta hoon)',
  '(fix|pakka|final|tay|confirm) nahi',
  'nahi (fix|pakka|tay|confirm)',
  '(papa|mummy|pitaji|wife|husband|bhaiya|gharwale|wale|wahi|wo) (hi|se|log)? (batayenge|bataenge|jane|jaanein|jaane|janein)',
  '(well|will|have to|shall) (see|check|decide later)',
  'let me (check|see|ask|think|discuss)',
  '(cant|cannot|can not|hard to|difficult to) (really)? say',
  'nothing (in|very)? (particular|specific|special|concrete)',
  '(havent|have not|not) (really)? (thought|decided)',
  '(wo|woh|vo) sab (chhodiye|chhodo|rehne)',
  '(pata|maloom|malum|idea|yaad|andaza) nahi',
  'nahi (pata|maloom|malum|yaad)',
  '(dont|do not) (really)? (know|remember)',
  '(not|no) (really|quite|very)? (sure|idea)',
  '(havent|not|nahi|nhi) (decided|thought|socha|decide|tay|finalised|finalized)',
  '(socha|decide|tay|final) (nahi|nhi)',
  'kah nahi sak~',
  // Puts it off: asks at home, thinks it over, comes back to it.
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
  '(baad|bad) (mein|me) bata~',
  '(have|need) to (check|see|ask|think|discuss|confirm|decide)',
  '(khaas|khas|special|particular|specific) (kuch)? nahi',
  '(koi|kuch) (khaas|khas|special) *',
  '(dekh|soch|pooch|samajh) (toh)? (lenge|lunga|lungi|lun|loon|leta|leti|lete|lo pehle)',
  '(ghar|gharwalon|papa|mummy|wife|husband|family|bhai|parents) (pe|par|mein|se|ko|walon se) (pooch|baat|salah)~',
  '(rather|prefer) not (to)? (say|tell|share|disclose|answer)',
  '(varies|vary|keeps changing|keep changing|no fixed|not fixed)',
  '(yet|still) (to)? (decide|decided|deciding|think|thinking|finalise|finalize|see|discuss)',
  '(nahi|nhi) (bata|bol|kah) (paunga|paungi|payenge|sakte|sakta|sakti)',
);
/** A yes in any place; a word of agreement, which a no outweighs ("ji nahi"). */
export const YES = rule(
  '(haan|ha|han|yes|yeah|yep|yup|sure|certainly|absolutely|definitely|bilkul|zaroor|jarur|correct|likely)',
  'of course',
  'go ahead',
  'why not',
  ...OTHER.yes,
);
export const AGREES = rule(
  '(ji|ok|okay|okey|right|theek|thik|sahi|boliye|bolo|bataiye|batao|hmm|fine|chalega|works|perfect|done)',
);
export const NO = rule('(nahi|nhi|no|nope|not|dont|none|nothing|never|wont|cant)', ...OTHER.no);
/** An answer to "how much?" and "which?" that says nothing. */
export const WHATEVER = rule(
  '(bas)? (aise hi) (pooch|dekh|bhar)~ (liya)? (tha|thi|the)?',
  '(kahin|kuch|koi|kabhi|any|anything|anywhere|anytime|whatever|whichever) (bhi|is|ho|else|would|will)? (fine|ok|okay|chalega|do|be fine|theek hai)',
  '(jitna|jitni|jo|jaisa|jahan) (bhi)? (mil|ho|aap|theek|sahi|bataye|bole) (jaye|sake|kahe|lage|hai|bole|bataye)',
  '(kahin|kuch|koi|kabhi|jo|any|anything|anywhere|whatever|jaisa|kitna) (bhi|ho|else|theek)? (chalega|ho|hoga|theek)?',
);
// Each word once, and none of two: what may be read in two ways is tried in both, again for each word that follows.
const EMPTY_WORDS = new Set(
  wordsOf(
    `haan ha ji han hanji hello hallo helo hi hey namaste namaskar thanks thank you dhanyavaad shukriya bye ok okay
     achha accha acha theek thik hai hmm hm um uh hmmm yes yeah sir madam mam maam bhai boliye bolo well so toh`,
  )
    .trim()
    .split(' '),
);
export const EMPTY = new RegExp(`^(?: (?:${[...EMPTY_WORDS].join('|')}))* $`, 'u');
export const ASKING = rule(
  '(kitni|kitna|kitne|kab|kahan|kaise|kaunsa|kaunsi|kyun|kyon|how|what|when|where|which|why|do you|is there|are there|can i|will there) ',
);
/** "Boliye", "tell me": asks to go on, so has time and refuses nothing yet. */
export const INVITES = rule(
  '(boliye|bolo|bataiye|batao|bataye|kahiye|tell me|go ahead|please continue|you can talk|sun raha|sun rahi)',
);

/** "Ek second haan": keeps the other waiting, and says nothing behind it. */
export const HOLDS = / (?:minute|second|sec|moment)(?: (?:ha|ruk\S*|please|ji|hold|wait|on|dijie|den))* $/u;
