import { OTHER_LANGUAGES as OTHER } from './other-languages';
import { anyOf, closing, rule, wholly } from '../rule';

const CALL = '(call|phone|contact|message|fone|sms)';
const DONT = '(mat|na)';
const DO = '(karna|karo|kariye|kariyega|karein|kare|kijiye|kijiyega|karana|kiya|kar)';
const AGAIN = '(dobara|dubara|kabhi|aage|aainda)';
const HENCE = '(aaj ke baad|iske baad|is ke baad|aage se|ab se|ab|aainda)';
const WHOSE = '(number|naam|contact|data)';
const THREAT = '(complaint|complain|shikayat|police|report|case|trai|court|legal|cyber)';

/** Explicit requests only: a number that "delete ho gaya" and a call that "iske baad nahi aaya" are none. */
export const OPT_OUT = anyOf(
  wholly('enough (calls|call|messages|phone calls)'),
  // "Block my number, my SIM is lost" is another request.
  closing('block (my|this) number', `${AGAIN} (se)? * ${CALL} na (aaye|aana|aani)`),
  rule(
    `${WHOSE} * * (hata|uda|nikal|nikaal|mita) (do|dijiye|dena|dein|dijiyega|lo|lijiye)`,
    `${WHOSE} * * (hatao|hataiye|hataao|hatado|udao|udaiye|nikalo|nikaliye|mitao|mitaiye)`,
    `${WHOSE} * * (delete|remove|block|erase) (kar)? (do|dijiye|dena|dein|karo|kijiye|kariye|karein|kijiyega|dijiyega|lo)`,
    `(hata|uda|nikal|nikaal|mita) (do|dijiye|dena|dein|dijiyega) * ${WHOSE}`,
    `(hatao|hataiye|udao|nikalo|nikaliye|mitao) * ${WHOSE}`,
    `(delete|remove|block|erase) (kar)? (do|dijiye|karo|kijiye|kariye) * ${WHOSE}`,
    '(list|database|system|record|records) (se|mein|me) * (hata|nikal|nikaal|uda|mita|kaat|delete|remove|block)~',
    '(remove|delete|strike|erase) (me|my|this|the|us|our) * (off|from|list|number|name|database|records|contact|data|details)',
    '(take|get) (me|us) off',
    '(take) (my|this|us|the) * (off|out) * (list|database|records|system)',
    '(lose|forget) (my|this) number',
    'block (my|this) number (in|from|on) (your|the)',
    '(unsubscribe|opt out|opt me out|blacklist)',

    `${CALL} (aaya|aayi|kiya|mila) * (to|toh) * ${THREAT}`,
    `(agar|phir|fir|dobara|ab) * ${CALL} * (aaya|aayi|kiya|aya) * ${THREAT}`,
    `${THREAT} * (karunga|karungi|dunga|dungi|denge|karenge|hogi) * (agar|if|dobara|phir|fir|ab) * ${CALL}`,
    'report (this|you|it) * (spam|police|trai|harassment)',
    `(ek bhi|koi bhi|phir|ab|kal se|dobara) * ${CALL} * (aaya|aayi|aya) * (to|toh) (dekh lena|dekh lunga|achha nahi|bura)`,

    `${AGAIN} (se)? * ${CALL} * mat`,
    `${AGAIN} (se)? * ${CALL} na ${DO}`,
    `${AGAIN} (se)? * ${CALL} nahi (karna|karo|karein|aana|aani|aaye|chahiye)`,
    `${AGAIN} * ${DONT} ${CALL}`,
    `${DONT} ${DO} * ${AGAIN}`,
    `${AGAIN} * mat (mila|laga)~`,
    `${HENCE} * ${CALL} * mat`,
    `${HENCE} * ${CALL} na ${DO}`,
    `${HENCE} * ${CALL} nahi (chahiye|aana|aani|karna|karein|aaye)`,
    `${HENCE} mat ${DO} * ${CALL}`,
    `${CALL} nahi (aana|aani|karna) (chahiye|hai) * ${AGAIN}`,
    `(koi|aur|aapki|aapka) (bhi|koi)? * ${CALL} nahi (chahiye|aana|aani)`,
    `(promotional|marketing|sales|faltu) * ${CALL} * (nahi|mat|band)`,

    `${CALL} (karna|karni|aana|lagana) (band|bandh|chhod|chhor|rok)~`,
    `(band|bandh) (karo|kijiye|kar) * ${CALL}`,
    '(band|bandh) (karo|kijiye|kar do) (ye|yeh) (sab|natak|tamasha)',
    `${CALL} mat kiya (karo|kijiye|kare)`,
    `(roz|baar baar|har din|har roz|din bhar) * ${CALL} * (mat|band|bandh) `,
    `(pareshan|tang|disturb|harass|bother|dimag kharab) (karna|kar|karte)? (mat|band|bandh) ${DO}?`,
    '(peecha|pichha) (chhod|chhor)~',

    '(never|stop|quit) (ever)? (call|calling|contact|contacting|phoning|ringing|these|bothering|harassing|disturbing|spamming)',
    '(dont|not|no) (you)? (ever|want) * (call|calls|contact) * (again|anymore|more)',
    '(dont|not) (ever)? (call|contact|ring|phone|bother|message|text) (me|us|this|here)? (on)? (this)? (number)? (ever)? (again|anymore|any more)',
    '(dont|do not|never) ever (call|contact|ring|phone|bother|message|text)',
    '(dont|do not) (ever)? (call|contact|ring|phone|message|text) (me|us) on this number',
    '(dont|do not) (want|wish|need) * (receive|get|any|more) * (calls|call|messages)',
    '(dont|not|never) (ever)? (disturb|harass|bother|spam|trouble) (me|us) ',
    '(see|ensure|sure) * (nobody|noone|no one) * (calls|call|contacts|contact|rings|disturbs) (me|us)',
    '(block|blocked|blocking) * (your|aapka|aapke|these) (number|numbers)',
    'enough of (these|your|this|the|all)? (calls|call|messages|phone)',
    '(revoke|revoking|withdraw|withdrawing) my consent',
    '(let|make) this (be)? (the|your)? last',
    'this is (the|your) last (call|time)',
    'no more calls',
    'dnd',
    'do not disturb',
    ...OTHER.neverAgain,
  ),
);
/** The number is never called again, unless FOR_NOW matches too. */
export const DO_NOT_CALL = rule(
  `${CALL} ${DONT} ${DO}`,
  `${DONT} ${DO} ${CALL}`,
  `${DONT} ${CALL} ${DO}`,
  '(dont|do not) (call|contact|ring|phone|message|text) (me|us|here|on)?',
  'not to (call|contact|disturb|ring|bother|phone|message)',
  'pareshan (mat|na)',
  ...OTHER.doNotCall,
);
/** "Abhi call mat karna, kal karna": not now, but later. */
export const FOR_NOW = rule(
  '(abhi|aaj|pehle|baad|kal|parso|now|today|before|until|till|tomorrow|later|night|evening|morning|afternoon|sunday|weekend|times|shaam|subah|dopahar|raat|office|duty|only|sirf|instead|whatsapp|husband|wife|papa|mummy)',
  ...OTHER.forNow,
);
