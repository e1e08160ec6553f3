import { rule } from '../words';

const NOUN =
  '(plan|irada|iraada|zaroorat|jarurat|requirement|need|vichar|yojna|mann|mood|matlab|shauk|vishwas|bharosa|fayda|avashyakta|interest|ruchi|chahat|soch|khayal|sawal)';
const DONE = '(liya|li|gaya|gayi|chuka|chuke|chuki|rakha|rakhi|rakhe|diya|lia)';

/** Before the first question; later they can be a plain answer ("Policy hai already", "loan nahi lena"). */
export const SETTLED = rule(
  // Has it already, or from elsewhere.
  `(pehle se|pehle hi|already|kab ka|kab ki) … (hai|hain|liya|li|gaya|gayi|rakha|rakhi|chuka|chuke|chuki|join|insured)`,
  `(join|book|kharid|khareed|karwa|karva|kara|bana|le) (kar)? ${DONE}`,
  `(kaam|wo|kam) (toh|ho)? * (ho|hogaya|nipat|ban) ${DONE}`,
  `(dusre|dusri|doosre|doosri|doosra|dusra|kahin|kahi|dost|company|office|bank) (aur|bank|jagah|college|wale)? (se|mein|ka|ne)? … (mila|mil|le|ho|join|karwa) (hua|hui|${DONE.slice(1, -1)})`,
  '(hamara|humara|mera|apna|khud ka|apni) (apna|khud ka)? * (hai|hain) * nahi',
  '(already|just|recently|have|ended up|went|gone|go|going) * (joined|joining|bought|purchased|booked|enrolled|taken|covered|sorted|insured|settled|with another|with someone|with some other|elsewhere)',
  '(we|i) (already)? (have|own|got) (a|one|our|my|it|an|already|enough) * (already|policy|plan|house|home|flat|loan|cover|insurance|elsewhere)',
  `(dusre|dusri|dusra|kahin aur|aur kahin|kisi aur|aur jagah|koi aur) … ${DONE}`,
  '(all set|sorted|taken care of|done and dusted|sorted out)',
  // Has no such plan, need or wish.
  `(no|any|such) (such|real|immediate|specific)? ${NOUN} (as such|at|right|now|for|currently|of)`,
  `${NOUN} (hi|bhi|toh|abhi)? nahi`,
  `nahi * ${NOUN}`,
  'no (such)? (plan|plans|requirement|requirements|need|interest|intention)',
  '(hum|main|mujhe|hame|mere ko|hamein|humein|beti|bete|beta|ko|khud) (log|ko|toh|abhi|ye|yeh|sab|khud|hi)? * nahi (le|lete|leta|leti|lena|leni|lenge|lunga|lungi|karna|karni|karenge|karunga|chahiye|padhna|padhni|dekhna|jaana|aana|de|kar rahe|le rahe|kar paunga|padte|padta|karte|mangta)',
  '(lena|leni|karna|karni|wena|dekhna|dena|padhna) (dena|wena|varna|karna)? (toh)? (kuch|koi|hi|abhi)? nahi',
  'nahi (le rahe|lena|lenge|leni|le raha|le rahi|lunga|lungi|le sakte|le payenge|kar payenge|de payenge|chahte|chahta|chahti|karwana|kharidna)',
  '(chakkar|jhanjhat|jhamela|lafda|pachda) (mein|me)? * nahi',
  '(i|we) (dont|do not|never|wont|cant|will not|cannot) (really|actually|even|be)? (take|want|need|use|believe|plan|require|buy|go|think|afford|wish|see|looking|having|taking|going)',
  '(im|i am|we are|were) (good|fine|okay|ok|sorted|happy) (thanks|thank|as|where)',
  'not (required|needed|necessary|at the moment|for now|at present|at this|going to|keen|my)',
  '(lets|we can|just|please) (just)? (leave|skip|drop) (it|this|that)',
  'decided (not|against|to go with|on another|on some)',
  // Too expensive, or too late.
  '(mehnga|mahanga|costly|expensive|beyond|afford|budget se|out of budget) * (nahi|bahar|rehne|can|our|my|for|leave|hai hamare)',
  '(bas|budget|haisiyat|range) (ka|ki|ke|mein|se)? (baat|bahar)? (nahi|bahar)',
  '(umar|umr|age) * (nahi|rahi|kahan)',
  '(cancel|drop) (samjho|samajhiye|kar|ho|it)',
  '(paise|paisa|budget|fund|funds|paison|halat|sthiti|guzara) (ka|ki|hi|abhi|itne|itna)? * nahi',
  '(ho|kar|de|le|chal|jam|possible|mumkin|sambhav) (hi)? nahi (payega|payegi|paunga|paungi|paayega|payenge|raha|rahi|sakta|sakti|sakega|hai|hoga|hua)',
  'nahi (ho|kar|de|le|chal|jam) (payega|payegi|paunga|paungi|payenge|raha|rahi|sakta|sakti|sakega)',
  '(ghar|papa|mummy|husband|wife|family|gharwalon|walon|pati|pitaji) (walon|walo|ne|wale)? * (mana|nahi maan|nahi mane|raazi nahi|tayyar nahi)~',
  '(job|naukri|transfer|shift|shadi|shaadi) * (lag|mil|ho) (gaya|gayi|gaye)',
  '(kya|kis) (karunga|karungi|karenge|kaam) (lekar|leke|ka|le kar)',
  '(ka|ki|lekar|leke) kya (karenge|karunga|karungi|karna|karu|fayda)',
  '(hame|mujhe|hamein|humein) kya (karna|matlab|fayda)',
  '(im|i am|we are|were|i have|we have|ive) (shifted|moved|relocated|relocating|retired|settled|leaving|selling|sold|found|finalised|finalized|closed)',
  '(found|chosen|chose|picked|selected|finalised|finalized) (something|another|one|a|someone)',
  '(plan|plans|mind|situation|things|circumstances|priorities) (has|have|had|is|are)? (changed|different)',
  '(changed) (my|our) (mind|plan|plans)',
  '(too|very|quite|bit|so) (expensive|costly|far|much for)',
  '(wont|not|isnt|cannot) (be)? (possible|feasible|work|working|worth|happening|affordable)',
  '(no|not) (longer|anymore|any more|use|point|this year)',
  '(a|it is|say|thats) (a)? no (from|to|for|then|sorry|thanks)?',
  '(count me out|skip it|forget it|let it be|dont bother|keep it that way|debt free|wasting your time)',
  '(pasand|achha|theek|thik|sahi|jama|jami) nahi (lag|laga|lagi|aaya|aayi|baitha|hua|hai)~',
  '(pasand|achha) (nahi) (aaya|aayi|laga|lagi)',
  '(ab|abhi) (toh)? (theek|thik|sahi) (hoon|hai|ho) * (aaram|zaroorat|nahi|ab)',
  '(aise hi|timepass|time pass) (dekh|pooch|puch|bhar)~ * (tha|thi|liya|the) * nahi',
);
