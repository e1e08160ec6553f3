import { OTHER_LANGUAGES as OTHER } from './other-languages';
import { anyOf, closing, onlyOf, rule, wholly } from '../rule';
import { alternatives, wordSet } from '../words';

export const REFUSES = anyOf(
  wholly(
    '(you|can)? (can)? (hang up|disconnect) (the|this) (call|phone)',
    'phone (kaat|kat) (do|dijiye|dena|de)',
    '(kya|ye|yeh|sab) (sab)? (bakwas|bakwaas) (hai)?',
    '(get lost|hang up)',
    'leave (it|this)',
  ),
  closing(
    '(but|just|only) not (from|with|through) (you|your company)',
    '(par|lekin|magar|but) (aapse|aap se|aapke yahan se|aapke yahan) nahi (lena|lunga|lungi|lenge|karna|karwana)?',
  ),
  rule(
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
    '(decided|chose|chosen|opted|going) (to|for|on|with)? … instead',
    'moving (abroad|out|to)',
    'decided (not)? to (work|stay|wait|continue|go|move|drop|skip)',
    '(kharid|kharida|khareed|book|bought|purchased) (kar)? (liya|chuka|chuke|li|already)',
    '(fully|already) (covered|insured|settled)',
    'there is no need',
    '(dont|do not) want to (answer|talk|speak|continue|discuss)',
    '(jawab|javab) nahi (dena|dunga|dungi)',
    'baat (hi)? nahi karni',
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
    'not (looking|planning|considering|thinking) (for|to|of|at)?',
    '(plan|irada|mood|mann) * (nahi|cancel|drop|badal)',
    'not for (me|us)',
    'dropped the (idea|plan)',
    'time waste',
    '(i|we) (said|already said|told you) no',
    '(bola|kaha|bol diya|keh diya) (na|tha)? (nahi|mana)',
    'mana (kar|kiya) (diya|tha|hai|chuka|chuki)',
    '(order|booking|admission|appointment|policy|plan|ise|isko|ye) (ko)? (cancel|return) (kar|karna|karo|karwana|karwao|kijiye|kar do|kar dijiye|karni)',
    '(want|like|need) to (cancel|disconnect|close|discontinue)',
    '(then|just|please) cancel (it|this|that)',
    '(not|dont|do not|wont) (giving|give|sharing|share|going to share|going to give) (you|any|out)? * (details|information|otp)',
    '(wont|will not|not going to|dont want to|do not want to) (continue|proceed|renew)',
    'phone (rakho|rakhiye|rakh do|rakh de|rakh dijiye|kaato|kaatiye)',
    '(fraud|scam|scammer|chor|thag|dhokebaaz|froad) (ho|hain|hai|log|company|call)',
    'police (mein|me|ko|station) * (complaint|shikayat|report|case)',
    '(calling|call) (the)? police',
    '(this|your|such|these|sab|ye|yeh) (is|are)? (a)? (scam|scams|fraud|frauds|thagi)',
    '(kisi|aise|aiso|logon|walon|company|party) * se baat nahi (karta|karti|karte|karni)',
    'never (again|ever)',
    '(leave me alone|go to hell|shut up)',
    '(fuck|f|piss|buzz|bugger) off',
    '(bhaad|bhad) (mein|me) ja~',
    '(tang|pareshan) (aa|ho) (gaya|gayi|gaye|chuka|chuki|chuke) (hoon|hain)? (main|hum)? (aapke|tumhare|in|inn|itne|aise|roz ke) * (call|calls|phone|phones) (se|ke)',
    '(fed up|sick|tired) (with|of) (your|these|all|getting|receiving) * (calls|calling)',
    'nahi dobara kabhi',
    '(dobara|kabhi) (kabhi)? nahi (aaunga|aaungi|aayenge|lunga|lungi|lenge|karunga|karungi|karenge|chahiye)',
    'waste (of|my|mera|mat)',
    ...OTHER.notInterested,
  ),
);
/** Nothing but "chhodiye". */
export const DROPS = onlyOf(
  'chhodo chhodiye jaane rehne mat stop chup',
  'do dijiye karo kijiye ab ji toh haan achha ye sab bhai aap it this please',
);
/** "Mujhe Hindi mein baat karni hai" wants no offer. */
export const OF_LANGUAGE = rule(
  '(hindi|english|angrezi|tamil|telugu|kannada|malayalam|marathi|gujarati|bengali|bangla|punjabi|odia) (mein|me) (baat|bol|bolo|boliye|bata|batao|bataiye|samjha|samjhao)',
  '(speak|talk|speaking|talking) (to me|with me)? in (hindi|english|tamil|telugu|kannada|malayalam|marathi|gujarati|bengali|punjabi|odia)',
);
export const DECLINES = anyOf(
  closing('pasand nahi (aaya|aayi|aaye)'),
  closing('nahi (bharunga|bharungi|bharenge|dunga|dungi|denge|lunga|lungi|lenge)').within(
    `(?<! (?:${alternatives('zyada jyada cash otp')}))`,
  ),
  rule(
    'nahi chahiye',
    'no need',
    'no (thanks|thank)',
    '(okay|ok|good|fine) for (now|the moment)',
    '(zaroorat|jarurat|need|requirement|avashyakta) nahi',
    'nahi (karna|lena|karni|leni|karwana|dekhna)',
    '(karna|lena|karni|leni) (nahi|nhi) (hai|chahta|chahti|chahte)?',
    '(dont|do not) (need|want|require)',
    'nahi (ji)? (dhanyavaad|shukriya|thanks|thank)',
    ...OTHER.declines,
  ),
);
export const REFUSAL_WORDS = wordSet(
  `nahi chahiye mujhe hame humein kuch karna karni lena leni ji bhai sir madam no need i we dont do not want it this any
   ye yeh thank thanks you dhanyavaad ${OTHER.refusalWords}`,
);
export const INTEREST_WORDS = wordSet(
  `interest interested hai hoon hu hain haan ha ji achha main mujhe hum bilkul yes i am im very toh to aap ok okay
   chalo book confirm kar karo do dijiye kijiye dena`,
);
export const INTERESTED = anyOf(
  // Not "I don't share details".
  rule('(send|share) (me)? (the)? (details|brochure|link|form)').within(
    `(?<! (?:${alternatives('dont not never')}))`,
  ),
  rule(
    '(mujhe|hame|humein|hamein|hume|main) … (chahiye|lena hai|leni hai|karna hai|karani hai|karwana hai|dikhana hai|bharna hai|bharni hai|book|khareedna)',
    '(book|confirm) (kar)? (karo|do|dijiye|kijiye|dena)',
    '(intezaar|intazaar|wait|waiting) … (kar|tha|thi|for)',
    '(about|going|wanted) to call you',
    '(i|we) (need|want) (a|an|one|it|the|this|about|around|some)',
    '(i|we) (need|want|would like) to (buy|get|take|join|apply|enrol|enroll|book|reserve|order|schedule|make|have|use|try|renew|upgrade|start|do|pursue|study|learn|know|understand|enquire|visit|see|come|invest|open)',
    '(id|i would|we would) (love|like) to',
    '(interest|interested|ruchi|dilchaspi) (hai|hoon|hain|mein|toh|to)',
    // "Keen" and "ki" are one folded word.
    '(yes|am|very|quite|really|bahut|definitely) (i)? (am)? (interested|excited)',
    '(am|im|very|quite|really|definitely|still) keen',
    '(admission|dakhila) (lena|leni|chahiye|karana|karwana)',
    '(would|i) (like|want) to (join|enroll|enrol|apply|take|know|visit|see|buy|book)',
    '(looking|planning) (for|to|on)',
    '(karna|lena|dekhna|aana|join|jaanna|janna) (chahta|chahti|chahte|hi)',
    '(lene|karne|admission|join) (ka|ke|ki)? * (soch|plan) (raha|rahi|rahe)',
    '(form|details|brochure|link) (bhej|send|whatsapp|share)~',
    ...OTHER.interested,
  ),
);
export const REQUESTS_DETAILS = rule(
  '(bhej|whatsapp|mail|email|share|sms|message|msg) (pe|par|kar)? (do|de|dena|dijiye|dijiyega|kar do|kar dijiye|karo|kijiye|karna)',
  '(send|whatsapp|email|mail|share|text|message) (me|it|the|us|them)',
  '(details|detail|brochure|photo|photos|jaankari|link|location|list) (toh|pehle)? (bhejo|bhejiye|bhejiyega|bhejna)',
);
/** Counts as interest unless CONTRAST matches too. */
export const PRAISE = rule('(sounds|bahut) (good|great|badhiya|achha|accha|interesting)');
export const CONTRAST = rule('(lekin|magar|par|but|however|kintu|parantu)');

/** With any verb: "khareedna chahte hain"; "doctor se milna hai" alone is too weak. */
const WANTS =
  / \S+n[ai] hai (?:mujhe|hame|humko|hamko) |(?<! nahi) \S+n[ai] (?:hi |to |bhi )?chah(?:ta|ti|te|enge|unga|ungi) (?!.{0,12}nahi)|(?: mujhe | hame | hume )(?:(?!nahi )[^\s|]+ ){0,4}\S+n[ai] (?:hai|tha|thi) (?!.{0,6}nahi)/u;
const WANTS_ENGLISH = rule(
  '(i|we|my son|my daughter|son|daughter) (am|are|was|were|have been)? (very|really|so|quite|actually|seriously)? (much)? (interested|keen|excited|looking forward)',
  '(i|we) (really|definitely|do|would|am|are)? (want|wish|like|planning|hoping|wanting|looking|intend|plan) to (buy|get|take|join|apply|enrol|enroll|book|purchase|start|visit|invest|see|study|learn|switch|open|come)',
  '(apply|admission|register|book|join|visit|enroll) (karna|karni|lena|leni|karwana) (hi|toh)? (hai|tha|thi|chahta|chahti|chahte)',
  '(ill|i will|we will|well) (pay|book|come|visit|join|take it|fill|apply|register|send the documents)',
  '(wants|wanted|planning|keen|hoping) to (buy|get|take|join|apply|enrol|enroll|book|start|do|pursue|study|learn|see)',
  '(i|we) (need|require) (it|this|one|the|a|an|some)',
  '(documents|form|fees|token|advance|booking) (leke|lekar|bhar|bharne|dene|jama|de|kar) * (aata|aati|aaunga|aaungi|dunga|dungi|deta|deti|karunga|denge|aayenge)',
  '(achha|accha) (hua|kiya) (aapne|aapka|ki|jo) * (call|phone)',
  '(kab se|main toh|hum toh) * (join|lena|karna|soch|dhoondh|dekh) * (chahta|chahti|chahte|rahe|raha|rahi)',
);

export function wantsIt(words: string): boolean {
  return WANTS.test(words) || WANTS_ENGLISH.test(words);
}
