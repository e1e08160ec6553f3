import { OTHER_LANGUAGES as OTHER } from './remark-other-languages';
import { rule } from './words';

const CALL = '(call|phone|contact|message|fone)';
const DONT = '(mat|na)';
const DO = '(karna|karo|kariye|kariyega|karein|kare|kijiye|kijiyega|karana|kiya|kar)';

export const NEVER_STRONG = rule(
  '(hata|hatao|hataiye|hataao|nikal|nikalo|delete|remove) (do|dijiye|dena|dein|kijiye|karo|kar)? * (number|naam)',
  `${CALL} (aaya|aayi|kiya|mila) (toh|to) * (complaint|complain|shikayat|police|case|report)`,
  `(dobara|dubara|kabhi|aage|aainda) (se)? * ${CALL} * mat`,
  `(dobara|dubara|kabhi|aage|aainda) (se)? * ${CALL} na ${DO}`,
  `(dobara|dubara|kabhi|aage|aainda) (se)? * ${CALL} nahi (karna|karo|karein|aana|aani|aaye|chahiye)`,
  `(dobara|dubara|kabhi|aage|aainda) * (mat|na) ${CALL}`,
  `(mat|na) ${DO} * (dobara|dubara|kabhi|aage)`,
  `${CALL} nahi (aana|aani|karna) (chahiye|hai) * (dobara|kabhi|aage)`,
  `${CALL} (karna|aana|lagana) (band|bandh)`,
  `(band|bandh) (karo|kijiye|kar) * ${CALL}`,
  '(list|database|system|record) (se|mein|me) * (hata|nikal|nikaal|delete|remove)~',
  '(number|naam) * (hata|hataa|delete|remove|nikal|nikaal|hatao|hataiye|hatado)~ (do|dijiye|dena|dein|kijiye|karo|kar|dijiyega|lo)?',
  '(never|stop) (ever)? (call|calling|contact|contacting|phoning|ringing|these|bothering|harassing)',
  '(dont|not|no) (you)? (ever|want) * (call|calls|contact) * (again|anymore|more)',
  '(dont|not) (ever)? (call|contact|ring|phone|bother) (me|us|this|here)? (number)? (ever)? (again|anymore)',
  '(take|remove|delete|strike) (me|my|this|the|us)? * (off|list|number|database|records)',
  'no more calls',
  'dnd',
  'do not disturb',
  ...OTHER.neverAgain,
);
export const NEVER_WEAK = rule(
  `${CALL} ${DONT} ${DO}`,
  `${DONT} ${DO} ${CALL}`,
  `${DONT} ${CALL} ${DO}`,
  '(dont|do not) (call|contact|ring|phone) (me|us|here)?',
  'pareshan (mat|na)',
);
/** "Abhi call mat karna, kal karna": this once, not for ever. */
export const ONLY_NOW = rule(
  '(abhi|aaj|pehle|baad|kal|parso|now|today|before|until|till|tomorrow|later|shaam|subah|dopahar|raat|office|duty)',
);
export const WRONG = rule(
  '(unko|unhe|unhein|usko|inko|isko|kisi|aise|him|her) * nahi (jaanta|jaanti|jaante|pehchanta|pehchanti)',
  'dont know (any|him|her|them|that|this)',
  'number * kisi (aur|dusre) ka',
  '(dukaan|dukan|factory|office|shop|hospital|school|company|hotel|thane|ghar) ka number',
  'koi nahi (hai|rehta|rehti|rehte|bolta) * yahan',
  '(theres|there is|there) (no|nobody) * here',
  '(dialled|dialed|called) (incorrectly|wrongly|wrong|the wrong)',
  '(keep|always) getting calls for',
  'had this number (for|since)',
  '(wrong|galat) (number|jagah|aadmi|insaan|person|phone|call|naam)',
  '(number|phone) (galat|wrong)',
  'is naam (ka|ki|se|wala|wali|ke) * (nahi|nhi)',
  'yahan * (koi)? * (rehta|rehti|rehte|hai) nahi',
  'yahan * (koi|aisa) * nahi (hai|rehta|rehti|rehte|hain)',
  '(no|nobody|not) (one)? * (by|of|with|called) (that|this) name',
  '(nobody|no) (one)? (here|called|named)',
  '(yeh|ye|is) (unka|uska|mera) number nahi',
  '(kisi|kise) (aur|dusre) ka number',
  'not (his|her|their) (number|phone)',
  'number (badal|change) (gaya|ho)',
  'main (woh|wo|vo) nahi',
  'i am not (him|her|that|the) (person)?',
  'dont know (any|anyone|who) * (that|is|called|named|by)',
  ...OTHER.wrongNumber,
);
export const MACHINE = rule(
  'voice (mail|mailbox|message)',
  'voicemail',
  '(after|at) the (tone|beep)',
  '(leave|record) (a|your|me)? (brief|short|voice)? message',
  '(leave|record) (your)? name and',
  '(beep|tone|dhwani) ke (baad|bad|pashchat)',
  '(sandesh|message) (chhod|chhor|record|darj)~',
  '(person|number|subscriber|customer) you (are|have) (calling|called|dialled|dialed|trying|tried)',
  'jis (vyakti|number|grahak|upbhokta) *',
  '(is|are) (currently)? (not)? (unavailable|reachable|available) (at|please|right)?',
  '(cannot|cant|unable) (to)? (take|answer|attend|come) (to)? (your|the|this)? (call|phone)',
  'uplabdh nahi',
  'sampark kshetra',
  'network coverage area',
  'switched off',
);
export const BUSY = rule(
  '(abhi|thoda|main|thodi|i|im|am|bit|little) (thoda|thodi|bahut|zara|a)? (bit)? (busy|vyast)',
  '(busy|vyast) (hoon|hu|hain|right|now|at|abhi|chal)',
  'abhi (mere|mera)? (paas)? (time|samay|waqt|vakt) nahi',
  'abhi * baat nahi (kar|ho)',
  '(cant|cannot|can not) (really)? (talk|speak) (now|right|at)?',
  '(not|bad) (a)? (good|right)? time',
  'in the middle of',
);
/** Says where somebody is; an excuse at the beginning, an answer later. */
export const ELSEWHERE = rule(
  '(ek)? (meeting|class|lecture|exam) (mein|me|chal)~',
  '(in|into) (a|the|my)? (meeting|class|lecture)',
  '(drive|driving|gadi|gaadi|bike) *',
  '(office|kaam|duty|bus|train|safar|hospital|shaadi|function) (mein|me|par|pe) (hoon|hu|abhi|hain)',
  'khana kha',
  'at work',
  '(travelling|traveling) (right|now|at)?',
);
const KIN =
  '(papa|mummy|mammi|mumma|bhaiya|bhai|didi|pitaji|mataji|sir|madam|maam|saab|sahab|beta|beti|husband|wife|wo|woh|vo|unka|uske|he|she|dad|mom|father|mother|brother|sister|son|daughter)';
/** Somebody else is on the phone, and the contact is not there. */
export const NOT_THERE = rule(
  `${KIN} (toh|to|abhi|ji)? * (ghar|yahan|office|bahar|market|duty|kaam|gaon) (par|pe|mein|me)? * (nahi|gaye|gayi|gaya|hain|hai)`,
  `${KIN} (toh|to|abhi|ji)? * (gaye|gayi|gaya|gai) (hai|hain|hui|hue)`,
  '(shes|hes|she|he|theyre|they) (is|are)? (not|out|away) (at)? (home|here|in|available)?',
  `${KIN} (toh|to|abhi|ji)? * (so|naha|padh) (rahe|rahi|raha)`,
  `${KIN} (is|are) (not|out|sleeping|away|at) (here|at|home|in|available|now|work|office)?`,
  '(phone|mobile) (ghar|yahan) (par|pe) (chhod|bhool)~',
  '(ghar|yahan) (par|pe) nahi (hai|hain)',
);
const TIME =
  '(kal|parso|shaam|subah|dopahar|raat|baje|der|ghante|sunday|monday|tuesday|wednesday|thursday|friday|saturday|itvaar|ravivar|somvar|shanivar|weekend|hafte|mahine|din|baad)';
const PLEASE =
  '(karna|kariye|kariyega|karo|karein|kare|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo|kar lein|kar lenge|kar sakte|kar dena|kar dijiye|kar dijiyega|karte hain|karenge|lagana|lagaiye)';
export const LATER = rule(
  '(baad|bad) (mein|me) (call|phone|baat|contact|try)',
  '(baad|bad) (mein|me) * (call|phone|contact)',

  '(call|phone|contact) * (baad|bad) (mein|me)',
  `${TIME} * (call|phone|baat|contact|try) ${PLEASE}`,
  `(call|phone|contact) ${PLEASE}? * ${TIME}`,
  `(kal|parso|shaam|subah|raat|baad) (ko|mein|tak)? (karna|kariye|kariyega|karo|karein|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo)`,
  '(phir|fir|dusre din|kabhi aur) (se)? (call|baat) (karna|karenge|karte|kariye|kijiye)',
  '(phir|fir) kabhi',
  '(wapas|vapas) (call|phone)',
  '(call|ring|phone|try|reach) (me|us|back|again)? (me|us)? * (back|later|tomorrow|tonight|evening|morning|afternoon|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|hour|hours|next|after|around)',
  '(talk|speak|discuss) (to|with)? (you|this|it)? (later|tomorrow|another|some)',
  '(tomorrow|later|evening|morning|monday|saturday|sunday|weekend) (evening|morning|afternoon)? (would be|will be|is|works|please|would|suits)',
  '(some|another|different) (other)? time (please|would|will|is|then|maybe)?',
  '(maybe|perhaps) (tomorrow|later)',
  ...OTHER.callLater,
);
export const PERSON = rule(
  '(kisi|koi|asli|real|aapke|apne) * (insaan|insan|aadmi|person|human|counsellor|counselor|vyakti|senior|manager|bande|executive|adhikari|admi) (se|ko)',
  '(insaan|insan|counsellor|counselor|manager|senior|executive|adhikari|human) se (hi|seedha|direct)? (baat|connect|mila~)',
  '(speak|talk|connect|transfer|put) (me)? (to|with|through)? (to)? (a|an|some|any|your|the)? (real|actual|live)? (human|person|someone|somebody|counsellor|counselor|manager|representative|executive|advisor|senior)',
  '(robot|machine|computer|recording) se * (nahi|baat)',
  '(baat) (karao|karwa~|karva~|karaiye|kara)',
  ...OTHER.wantsPerson,
);
export const WHO = rule(
  '(kaun|kon) (bol~|hai|ho|hain|sahab|baat)',
  '(aap|ap|tum) (kaun|kon)',
  '(kahan|kaha|kidhar) se (bol~|baat|call|phone)',
  '(who|whos) (is|am|are|s)? (this|calling|speaking|you|i)',
  'where are you calling',
  '(kis|kaunsi) (company|college|institute|jagah) se',
  '(aap|are) (you)? (robot|machine|ai|computer|bot|recording)',
  'is this (a)? (robot|machine|ai|recording|bot)',
);
