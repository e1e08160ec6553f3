import { OTHER_AVAILABILITY as OTHER } from './other-availability';
import { anyOf, closing, rule, wholly } from '../rule';
import { alternatives } from '../words';

export const BUSY = anyOf(
  rule(
    '(abhi|thoda|main|thodi|i|im|am|bit|little) (thoda|thodi|bahut|zara|a)? (bit)? (busy|vyast)',
    '(busy|vyast) (hoon|hu|hain|right|now|at|abhi|chal)',
    'abhi (mere|mera)? (paas)? (time|samay|waqt|vakt) nahi',
    'abhi * baat nahi (kar|ho)',
    '(time|samay|waqt) (hi)? nahi (hai|milta|milti|mil)',
    '(dont|do not) have (the|any|much|enough|a)? (time|minute|moment|second)',
    '(cant|cannot|can not) (really)? (talk|speak) (now|right|at)?',
    '(not|bad) (a)? (good|right)? time',
    'in the middle of',
    '(is|iss) (samay|waqt|vakt|time) (toh|main)? (busy|thoda)',
    '(fasa|phasa|phansa|fansa|atka|uljha) (hua|hue|hui|hoon)',
    // "It is stuck since ten days" tells of a parcel.
    '(i|im|am|we|were|bit|little|still|currently|actually|really|right now) (stuck|caught up|tied up|held up|occupied)',
    '(stuck|caught up|tied up|held up|running) (in|at|with) (a|the|my|some|traffic|work|meeting|office|something)',
    'running late',
    '(walking|stepping|heading|getting) (in|into|to|out)',
    '(mehman|guest|guests) (aaye|aye|hain|have|are|at)',
    '(boss|sir|client|customer|grahak) (aa|aaye|saamne|ke saath)',
    '(im|i am|we are) (already|currently|right now)? on (a|another|the other|some other) (call|line)',
    '(main|hum|abhi) (abhi)? (dusri|doosri|kisi aur|ek aur|ek)? call (par|pe)',
    ...OTHER.busy,
    '(give|dijiye|do) (me)? (a)? (minute|second)? (i)? (will|ill) call (you)? back',
  ),
  // "The battery of the scooter is low" complains.
  wholly(
    '(my|meri|mere|mera|my phones|phone ki|mobile ki) (phone|mobile|phones)? (ki)? battery (is|bhi|toh|abhi|has)? (very|about to|almost|gone|bahut)? (low|dying|dead|down|die|khatam|kam|discharge) (hai|ho rahi hai|hone wali hai|ho gayi hai|ho gayi)?',
    'battery (is|bhi|toh|abhi)? (dying|about to die|khatam ho rahi hai|khatam hone wali hai)',
  ),
);
export const NOT_NOW =
  / (?:(?:abhi|is samay|is vakt|is taim|filhal|aj) (?:to |ji )?nahi|(?:not|cant) (?:right )?nov|(?:ke|mahine|hafte|din|sal) bad (?:hi )?(?:dekhenge|sochenge|dekhunga|sochunga)) (?:ji |bhai |bhaia |sir |madam |please )*(?:$|\|)| not today | not nov (?=im |i |ve )|^ (?:(?:ji|ok|sory|sir|bhai|nov|not) )*(?:later|bad me) (?:(?:ji|please|sory|sir|bhai|madam|ok) )*$/u;
/** "Got to go"; "I have to go there" is no goodbye. */
export const LEAVES =
  / (?:got to|gota|(?<! do (?:i|ve) )have to|nid to|must) (?:go|ru|rush|leave|hang up) (?:(?:nov|bye|sory|please) )*(?:$|\|)/u;
/** "Abhi nahi ho payega". */
export const NOT_POSSIBLE_NOW = rule(
  'abhi nahi (ho|kar|aa|de) (payega|paunga|paungi|payenge|sakta|sakti|sakega)',
  'abhi (possible|mumkin|sambhav) nahi',
  'not now (maybe|perhaps|but)? (tonight|tomorrow|later|after|in|next|this)',
);
/** "We have postponed it to next year": no request for another appointment. */
export const POSTPONED = rule(
  '(have|has|had|weve|ive) (already|been)? postponed',
  'postponed (it|this|that|the plan|our plans)? (to|till|until|for|by)',
  '(put|putting) (it|this|that|the plan)? off (to|till|until|for)',
  '(postpone|taal) (kar)? (diya|di|rakha) (hai)?',
);
/** "Bete se poochkar bataunga" before the first question. */
export const DEFERS = anyOf(
  POSTPONED,
  closing('(let me|ill|i will|we will|will|and) (discuss|consult|revert|get back)'),
  rule(
    '(pooch|soch|dekh|baat|salah) (ke|kar|karke) (hi)? (bata|bol)~',
    '(agle|agli) (saal|baar|mahine|season) (dekhenge|sochenge|dekhte)',
    '(agle|agli|kal|parso|shaam|hafte|mahine) … bata (dunga|dungi|denge|deta|deti)',
    '(let me|ill|i will|we will|need to|have to) think',
    '(let me|ill|i will|we will|will|need to|have to) (discuss|consult|check) (it|this|that)? (with|at home|first|my wife|my husband|my family|my parents)',
    '(let me|ill|i will|we will|will|and) (revert|get back) (to you|you|soon|later)',
    '(poochna|puchna|sochna|baat karni|salah leni) (padega|padegi|hoga|hogi)',
    ...OTHER.defers,
  ),
);
/** An excuse, as ELSEWHERE. */
export const UNWELL = anyOf(
  closing('(not|isnt) (feeling|keeping)? (very|too|so)? well'),
  rule(
    '(im|i am) not (feeling|keeping)? (very|too|so)? well',
    '(not|isnt) (feeling|keeping) (very|too|so)? well',
    'having (a|high)? (fever|headache|cold)',
    '(tabiyat|tabiat|sehat) (abhi|thodi|bahut)? (theek|thik|achhi|sahi) nahi',
  ),
);
/** What a patient tells, no excuse. */
export const SYMPTOM = rule(
  '(since|daily|doctor|ilaj|appointment|checkup)',
  'for * (day|days|week|weeks|month|months)',
  '(din|dino|hafte|mahine|kal) se',
);
/** An excuse before the first question, an answer later. */
export const ELSEWHERE = anyOf(
  rule(
    '(ek)? (meeting|class|lecture|exam) (mein|me|chal)~',
    '(in|into) (a|the|my)? (meeting|class|lecture)',
    '(driving|riding|boarding)',
    'about to (board|sleep|take off)',
    'drive (kar|par|pe)',
    '(gadi|gaadi|bike|scooty|car) (par|pe) (hoon|hu|hain)',
    '(at|in|on) (the|a) (airport|hospital|office|bank|market|train|bus|metro|flight|doctor|gym|temple|station)',
    '(im|i am|we are) with (my|the|a)? (family|kids|wife|husband|parents|guests|friends|client|clients|customer|customers|doctor|patient|patients|someone|people)',
    '(im|i am|we are|currently|right now) (at|in) (the|a|my) * (funeral|wedding|party|function|restaurant|salon|court)',
    '(office|kaam|duty|bus|train|safar|hospital|shaadi|function) (mein|me|par|pe) (hoon|hu|abhi|hain)',
    'khana (khane ja|khane baith|khane baitha|khane baithe|khane baithi|kha raha|kha rahi|kha rahe)',
    'at work',
    '(im|i am|we are|abhi|still|currently|right now) in (office|bed|hospital|traffic|transit|court)',
    'so (raha|rahi|rahe) (hoon|hu|tha|thi)',
    '(travelling|traveling) (right|now|at)?',
    'out of (station|town)',
    '(shehar|sheher|city|town|station|gaon) se (bahar|baahar)',
    '(bank|market|line|mandir|khet|dukaan|dukan|gym|doctor|clinic|theatre|school|college|class|coaching) (mein|me|par|pe) (hi)? (khada|khadi|baitha|baithi|kaam|hoon|hu|hain)',
    '(class|exam|exams|boards|paper|papers|pariksha|classes) * (chal rahe|chal rahi|chal raha|hai aaj|are going|going on)',
    '(exam|paper|shaadi|function|duty) hai (mera|meri|mere|hamara|us|usi)',
    '(gaadi|gadi|car|scooty|auto) (chala|mein|me)',
    '(bike|cycle|truck|tractor|bus|cab|taxi|activa|scooter) chala',
    ...OTHER.elsewhere,
  ),
  // "Main bahar karwa leta hoon", "market se le liya" tell where something is done.
  rule('(main|hum|abhi) (abhi|toh|thoda)? (bahar|baahar|raste|rasta|market|bazaar)').within(
    '',
    `(?!(?:${alternatives('se hi ka ki karwa kara banwa dikha le')}) )`,
  ),
  closing(
    '(im|i am|we are|i was) sleeping',
    '(im|i am|we are|out|busy) (eating|cooking|shopping)',
    '(im|i am|we are) (just|still)? (having|at) (my|our|the)? (breakfast|lunch|dinner)',
    '(im|i am|we are|just) about to (leave|start|go|enter)',
  ),
  wholly(
    '(having|at) (my|our|the)? (breakfast|lunch|dinner)',
    'in (office|bed|hospital|traffic|transit|court)',
    '(at|in) (the|a) (funeral|wedding|party|function|restaurant|salon|court)',
    '(sleeping|eating|cooking|shopping)',
  ),
);
/** "My child is in class one" tells of a school. */
export const SCHOOL_CLASS = rule(
  'class (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|1|2|3|4|5|6|7|8|9|10|11|12)',
);
const KIN_WORDS =
  'papa|mummy|mammi|mumma|bhaiya|bhai|didi|pitaji|mataji|sir|madam|maam|saab|sahab|beta|beti|husband|wife|wo|woh|vo|unka|uske|he|she|dad|mom|father|mother|brother|sister|son|daughter|wife|boss|maa|ma|mama|chacha|uncle|aunty|madam|mami|dada|dadi|nana|nani|pati|patni|bitiya|ladka|ladki|malik|owner|landlord';
const KIN = `(${KIN_WORDS})`;
/** "Wo mera beta hai, ghar par nahi hai" tells of the contact, not of what he has. */
export const NOT_AT_HOME = rule('(ghar|yahan|office|dukaan|shop) (par|pe|mein|me) (abhi)? nahi');
const NAMED = `(?:^|\\|)(?: (?!(?:${alternatives('main mai mera meri mere hum hath haath pair rate price daam saaman samaan parcel order courier')}) )[^\\s|]+){1,3}`;
export const NOT_THERE = anyOf(
  // The contact's name stands before: "Rohan so raha hai".
  closing(
    '(so|naha) (rahe|rahi|raha) (hai|hain)',
    '(gaon|office|market|bazaar|school|college|duty|ghumne|kaam par|kaam pe) (gaya|gayi|gaye) (hua|hui|hue)? (hai|hain)',
  ).within(NAMED),
  closing('is (still|just|right now|currently)? (sleeping|asleep|bathing)'),
  rule(
    `${KIN} (toh|to|abhi|ji)? * (ghar|yahan|office|bahar|market|duty|kaam|gaon) (par|pe|mein|me)? * (nahi|gaye|gayi|gaya|hain|hai)`,
    `${KIN} (toh|to|abhi|ji)? * (gaye|gayi|gaya|gai) (hai|hain|hui|hue)`,
    '(shes|hes|she|he|theyre|they) (is|are)? (out|away)',
    '(shes|hes|she|he|theyre|they) (is|are)? not (at|home|here|in|available|around|there|with|reachable)',
    `${KIN} (toh|to|abhi|ji)? * (so|naha|padh) (rahe|rahi|raha)`,
    `${KIN} (is|are) (out|sleeping|away|at)`,
    `${KIN} (is|are) not (here|at|home|in|available|there|around)`,
    `${KIN} * * (aayenge|aayega|aayegi|lautenge|lautega|lautegi|milenge|milega|milegi)`,
    '(phone|mobile) (ghar|yahan) (par|pe) (chhod|bhool)~',
    '(ghar|yahan) (par|pe) nahi (hai|hain)',
    ...OTHER.notThere,
    `${KIN} (toh|to|abhi|ji)? * (kitchen|dukaan|dukan|khet|mandir|tuition|coaching|school|college|gym|bathroom|khel) *`,
    `${KIN} (toh|to|abhi|ji)? * (bahar|baahar|nikal|chale|chali|naha|kha|khel)~ *`,
    `${KIN} (has|have|had)? (just)? (gone|stepped|left|went|travelling|sleeping|driving|working)`,
    `${KIN} (is|are)? (in|at|into|busy|having) (a|the|his|her)? (meeting|office|work|class|bath|lunch|kitchen|shop|shower)`,
    // Another person decides: "my dad handles all this".
    `${KIN} (hi|ji|toh)? (sab|ye|yeh|isko|all)? (handle|handles|dekhte|dekhti|dekhta|decide|decides|manages|sambhalte|sambhalta)`,
    `(mere|meri|hamare|hamari|humare|apne) ${KIN} se (hi|aap)? (baat|pooch|puch)~`,
    '(you|please|better|kindly) (should|can|could|may|must|need to)? (speak|talk) (to|with) (my|our) *',
  ),
);
/** Another person is to be called: "papa se baat kar lo", "beta hi baat karega". */
export const DELEGATES = anyOf(
  rule(`(call|ask) my ${KIN}`).within('(?<! (?:i|to|vil|il|gona|ve))'),
  rule(
    `(wahi|wohi|${KIN_WORDS}) (hi|ji|aapse|khud)? (baat) (karega|karegi|karenge|kar lenge|karte)`,
    `(${KIN_WORDS.replace('|sir|madam|maam', '')}) se (hi|aap)? (baat|pooch|puch) (kar lo|karo|kar lijiye|kijiye|kariye|kar lena|lo|lijiye)`,
    '(call|ask|contact|talk to|speak to|talk with|speak with) my (ca|accountant|assistant|secretary)',
    'ask the (owner|landlord)',
    '(unse|usse|unhi se|usi se|usko|unko|unhe) (hi|baat)? * (baat|call|phone) (kariye|karo|karein|kar lena|kar lijiye|kijiye)',
  ),
  closing('(unse|usse|unhi se|usi se|usko|unko|unhe) (hi|baat)? * (baat|call|phone) karna'),
);
/** "Main uska papa bol raha hoon". */
export const RELATIVE = rule(
  `(main|hum|mai) (toh)? * (uska|uski|uske|unka|unki|unke|iska|iski|ka|ki|ke) (bada|badi|bade|chhota|chhoti)? ${KIN} (bol~|hoon|hu|hain|baat)`,
  `(im|i am|this is) (his|her|their) (elder|older|younger|big)? ${KIN}`,
);
const TIME =
  '(kal|parso|shaam|subah|dopahar|raat|baje|der|ghante|sunday|monday|tuesday|wednesday|thursday|friday|saturday|itvaar|ravivar|somvar|shanivar|weekend|hafte|mahine|din|baad)';
const PLEASE =
  '(karna|kariye|kariyega|karo|karein|kare|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo|kar lein|kar lenge|kar sakte|kar dena|kar dijiye|kar dijiyega|karte hain|karenge|lagana|lagaiye)';
export const CALL_LATER = rule(
  `(tab|phir|uske baad) (hi|aap|mujhe)? (call|phone|baat|contact|try)? (pe|par)? (karna|kariye|kariyega|karo|karein|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo|lagana)`,
  '(main|hum) * (call|phone) (back)? (karta|karti|karte|karunga|karungi|karenge|kar lunga|kar lungi|kar leta|kar leti) (hoon|hai|hain)? (baad|thodi|aapko|back)?',
  '(ill|i will|i shall|let me) (call|ring|phone|get) (you)? (back)? (back|later|to you|in)',
  '(give|drop) (me|us) (a)? (call|ring|buzz|message)',
  '(baad|bad) (mein|me) (call|phone|baat|contact|try)',
  '(baad|bad) (mein|me) * (call|phone|contact)',
  '(call|phone|contact) * (baad|bad) (mein|me)',
  `${TIME} * (call|phone|baat|contact|try) ${PLEASE}`,
  `(call|phone|contact) ${PLEASE} * ${TIME}`,
  `(kal|parso|shaam|subah|raat|baad) (ko|mein|tak)? (karna|kariye|kariyega|karo|karein|kijiye|kijiyega|kar lena|kar lijiye|kar lijiyega|kar lo)`,
  '(phir|fir|dusre din|kabhi aur) (se)? (call|baat) (karna|karenge|karte|kariye|kijiye)',
  '(phir|fir) kabhi',
  '(wapas|vapas) (call|phone)',
  '(dont|do not) (call|ring|phone) (me|us)? (before|until|till)',
  '(call|ring|phone|try|reach) (me|us|back|again)? (me|us)? * (back|later|tomorrow|tonight|evening|morning|afternoon|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|hour|hours|next|after|around|working days|working hours|weekday|weekdays)',
  '(talk|speak|discuss) (to|with)? (you|this|it)? (later|tomorrow|another|some)',
  '(some|another|different) (other)? time (please|would|will|is|then|maybe)?',
  '(maybe|perhaps) (tomorrow|later|some other time|next week|next month|next time|next year)',
  'in (a)? (bit|while|sometime)',
  '(thoda|thodi|zara) (der)? (ruk|thehar|thahar) (ke|kar) *',
  '(abhi|aaj) (mat|na) (karna|karo|kariye|karein|kijiye) * (baad|kal|phir|shaam)',
  ...OTHER.callLater,
);

/** Another time for what was arranged, none to call. */
export const RESCHEDULES = rule(
  '(reschedule|postpone|prepone)~',
  '(appointment|interview|date|time|slot|din|meeting|delivery) (ko)? (change|aage|shift|badal)~ (kar|ho|badha|do|de|sak)~',
  '(can|could) (we|i|you) (make|move|shift|change|push|keep) (it|this|that|the appointment)? (to|for|on|at|by)? (today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|next|the|another|some|evening|morning|afternoon|later)',
  '(can|could) (we|i|you) do (it)? (on)? (today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)',
  '(koi|kisi) (aur|dusre|dusra) (din|date|time) (ho|kar|rakh|mil|aa)~',
  '(cant|cannot|wont be able to|not able to) (make it|come|attend|join|be there) (on|at|by|this|then)? (today|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|morning|afternoon|evening|time|that)',
  '(aaj|kal|parso|subah|shaam|raat|dopahar) (ko)? (bhejna|bhejiye|bhejo|bhej dena|bhej do|laana|le aana|deliver)',
  'not (today|tomorrow|this week|this weekend|this month) (but|maybe|perhaps|lets do|how about)? (next|tomorrow|on|after|in|later)',
  '(aaj|is hafte|is mahine|is baar) nahi (lekin|par|magar)? (shayad)? (agle|agli|kal|parso|next)',
  '(is|iss) (hafte|week) nahi',
  '(aaj|kal|parso|us din|us time|us samay) (toh|main|hum)? (nahi aa|nahi mil|aa nahi|mil nahi|nahi ho|ho nahi) (payega|payegi|paunga|paungi|payenge|paayenge|sakta|sakti|sakte)',
);
/** "Quickly, I am driving": has time after all, if little. */
export const HURRIED = rule(
  '(jaldi|quickly) (se|mein|me|ji)? (bolo|boliye|bol|batao|bataiye|bata|kahiye|poocho|poochiye|karo|kariye|tell)',
  '(bolo|boliye|batao|bataiye|kahiye|poocho|poochiye) (par|but|lekin|zara|thoda)? jaldi',
  '(ok|okay|yes|haan|ya|yeah|sure|ji) (but|par|lekin)? (jaldi|quickly|quick)',
  '(make it|be|keep it) (fast|quick|short|brief)',
);
