import { OTHER_LANGUAGES as OTHER } from './other-languages';
import { anyOf, closing, onlyOf, rule, wholly } from '../rule';
import { wordsOf } from '../words';

export const WRONG_NUMBER = rule(
  '(unko|unhe|unhein|usko|inko|isko|kisi|aise|him|her) * nahi (jaanta|jaanti|jaante|pehchanta|pehchanti)',
  'dont know (any|him|her|them|that|this)',
  'number * kisi (aur|dusre) ka',
  '(dukaan|dukan|factory|office|shop|hospital|school|company|hotel|thane|ghar) ka number',
  'koi nahi (hai|rehta|rehti|rehte|bolta) * yahan',
  '(theres|there is|there) (no|nobody) * here',
  '(dialled|dialed|called) (incorrectly|wrongly|wrong|the wrong)',
  '(keep|always) getting calls for',
  'had this number (for|since)',
  '(dial|dialed|dialled|called|rang) (it|this|you)? by mistake',
  'galti se (lag|mil|call|phone) (gaya|gayi|diya|ho)~',
  'wrong (guy|man|woman|lady|fellow)',
  '(wrong|galat) (number|jagah|aadmi|insaan|person|phone|call|naam)',
  '(number|phone) (galat|wrong)',
  'is naam (ka|ki|se|wala|wali|ke) * (nahi|nhi)',
  'yahan * (koi)? * (rehta|rehti|rehte|hai) nahi',
  'yahan * (koi|aisa) * nahi (hai|rehta|rehti|rehte|hain)',
  '(no|nobody|not) (one)? * (by|of|with|called) (that|this) name',
  '(nobody|no one) (here|named)',
  '(theres|there is|is) (nobody|no one) (called|named)',
  '(yeh|ye|is) (unka|uska|mera) number nahi',
  '(kisi|kise) (aur|dusre) ka number',
  'not (his|her|their) (number|phone)',
  'number (badal|change) (gaya|ho)',
  'main (woh|wo|vo) nahi',
  'i am not (him|her|that|the) (person)?',
  'dont know (any|anyone|who) * (that|is|called|named|by)',
  // "Ye number ab mere paas hai", "purana number".
  '(ye|yeh) (number)? (toh|ab) (mera|hamara|humara)',
  'number (ab)? (toh)? (mere|hamare|humare) (paas|pass)',
  '(ka|ki|unka|uska|his|her|their) (purana|pehle ka|old) number',
  '(used|use) to (have|use|own|be on) (this|it)',
  '(kisi|somebody|someone|koi|must) * (mera|my|ye|galat|wrong) number',
  '(my|mera|this|ye) number … (mistake|galti|mistakenly|wrongly)',
  '(kahin|kahi|kahan) (aur|galat)? (mila|laga|lag|milaya|lagaya) (diya|gaya|hai|liya|rahe|phone)',
  'number (alag|dusra|different|naya)',
  '(no|any) such (person|name|man|lady)',
  '(doesnt|does not|dont|not) (live|stay|work) (here|in this)',
  '(misdialled|misdialed|dialled wrong|wrongly dialled)',
  '(moved|shifted) (out|away) (of here|from here|long|years)',
  'never heard of (him|her|them|that|any|such)',
  '(he|she|they) (has|have)? (left|quit|resigned) (from)? (the|this|our)? (company|job|firm|organisation|organization)',
  'no longer (work|works) (here|with us)',
  // The contact has died.
  '(unka|uska|unki|uski|inka|iska) (dehant|dehaant|swargwas|nidhan|mrityu)',
  '(he|she|papa|father|mother|dad|mom|husband|wife) (is|has|had)? (just|already)? (expired|no more|passed away)',
  '(wo|woh|he|she|they) * (guzar gaye|guzar gayi|guzar gaya|chal base|passed away|has died|have died|is no more)',
  '(unka|uska|unki|uski|inka) number (nahi|ye nahi)',
  '(ye|yeh|this) * number nahi (hai|is)',
  '(number|phone) (dekh|check) (ke|kar) (mila|laga|milao|lagao|lagaiye|dial)~',
  '(this|it) (isnt|is not|aint) * (number|phone)',
  '(this|it) (isnt|is not) (him|her|them)',
  ...OTHER.wrongNumber,
);
export const WANTS_PERSON = anyOf(
  closing('(give|get) me (a|an|some|any) (real|live)? (human|person|representative|operator)'),
  rule(
    '(kisi|koi|asli|real|aapke|apne) * (insaan|insan|aadmi|person|human|counsellor|counselor|vyakti|senior|manager|bande|executive|adhikari|admi) (se|ko)',
    '(insaan|insan|counsellor|counselor|manager|senior|executive|adhikari|human) se (hi|seedha|direct)? (baat|connect|mila~)',
    '(speak|talk|connect|transfer|put) (me)? (to|with|through)? (to)? (a|an|some|any|your|the)? (real|actual|live)? (human|person|someone|somebody|counsellor|counselor|manager|representative|executive|advisor|senior|receptionist|operator|supervisor)',
    '(robot|machine|computer|recording) se * (nahi|baat)',
    '(dont|not|wont|never) (talk|speak|talking|speaking) (to|with) (a|an|any)? (bot|bots|robot|robots|machine|machines|ai|computer|computers)',
    '(want|need|like) to (speak|talk) (to|with) (a|an|the|your) (doctor|expert|specialist)',
    '(ask|tell|have) (your|the) (branch|sales|relationship|bank)? (boss|manager|senior|supervisor|owner|counsellor|counselor|agent|executive|team|doctor|expert|head|representative|officer|staff) (to)? (call|phone|ring|contact) me',
    '(speak|talk|connect|transfer|put) (me)? (to|with|through)? (to)? (your|the)? (reception|front desk|helpdesk|help desk|billing|accounts|support|customer care|sales team|sales|hr)',
    '(reception|customer care|billing|accounts|support) (se|mein|par|pe) (baat|connect|mila|laga)~',
    '(baat) (karao|karwa~|karva~|karaiye|kara)',
    ...OTHER.wantsPerson,
  ),
);
export const ASKS_WHO = rule(
  '(kaun|kon) (bol~|hai|ho|hain|sahab|baat)',
  '(aap|ap|tum) (kaun|kon)',
  '(kahan|kaha|kidhar) se (bol~|baat|call|phone)',
  '(who|whos) (is|am|are|s)? (this|calling|speaking|you|i)',
  'where are you calling',
  'are you calling from',
  '(whats|what is|what was) your name',
  '(aapka|tumhara) (naam|name) (kya|toh bata|toh batao|toh bataiye)',
  '(kis|kaunsi) (company|college|institute|jagah) se',
  '(kis|kaunsi|kaun si|kaun sa|which) (company|university|college|institute|school|bank|hospital|clinic|gym|academy|coaching)',
  '(kis|kiske|kya) (baare|bare) (mein|me)',
  '(kis|kyun|kisliye) (liye)? (call|phone) (kiya|kar)',
  'what (is|s)? (this|it)? (call)? (about|regarding)',
  'kisne * (number|nambar) (diya|de)',
  '(missed|miss) call',
  '(number|nambar) * (kahan|kaise|kidhar|kisne|kaha) (se)? * (mila|mili|milaa|diya|liya|aaya|laye)',
  '(how|where) (did|have) you (get|got|find) (my|this|the)? number',
  'who gave you (my|this|the)? number',
);
/** "Is this a fraud call?" is a question about the caller, "you are frauds" a refusal. */
export const SUSPECTS = rule(
  '(is|are) (this|it|you) (a|some|not|really)? (fraud|scam|spam|fake|scammer|genuine|legit)',
  '(fraud|scam|fake|spam|froad) (call|log|wale|company)? (to|toh)? nahi',
  '(fraud|scam|fake|froad|genuine|asli) (call|log|wale|company)? (hai|ho|hain) (kya|na)',
  'kya (ye|yeh|aap|tum) (log)? (koi)? (fraud|scam|fake|froad|genuine)',
);
/** Nothing but who speaks. */
export const CONFIRMS_SELF = wholly(
  '(main|mai) (hi|khud)? (hoon|hu|bol raha hoon|bol rahi hoon|bol raha hu|bol rahi hu|bol raha|bol rahi)',
  '(yes|yeah|yep)? (its me|this is me|thats me|speaking|this is he|this is she|i am speaking|im speaking)',
);
/** Nothing but a "who?". */
export const WHO = onlyOf(
  'kaun kon who',
  'haan ji arre bhai sir madam sorry oh well hello hallo helo hi beta',
);
export const WHERE_FROM = new RegExp(`^${wordsOf('kahan se')}$`, 'u');
/** Not "ye computer course kya hai?". */
export const ASKS_IF_MACHINE = rule(
  '(aap|ap|tum|you|ye|yeh) (koi|ek|a|an|really|kya)? (robot|machine|bot|recording|recorded)',
  '(aap|ap|tum|you) (koi|ek|an|kya)? (ai|computer) (ho|hai|hain|bol)',
  'are you (a|an|some|really)? (robot|machine|ai|computer|bot|recording|recorded|real person|human)',
  'is this (a|an|some)? (robot|machine|bot|recording|recorded|real person|human)',
  '(robot|bot) (ho|hai|hain|bol)',
  '(insaan|aadmi|person|human) (ho|hain|hai|bol) (ya|or) *',
  '(ladki|ladka|woman|man) (ho|hain|hai|bol) (ya|or) (koi|a|an)? (robot|machine|bot|recording|computer|ai)',
);
