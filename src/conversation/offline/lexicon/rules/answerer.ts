import { rule } from '../rule';

export const ANNOUNCEMENT = rule(
  'switched off',
  'switch (off|band)',
  '(number|subscriber|customer|person|phone) * * (unreachable|unavailable|not reachable|not available|currently busy|not answering|not responding|does not exist|busy on|out of)',
  '(is|are) (currently)? (not reachable|unreachable|switched off|out of coverage|out of service|on another call)',
  '(out of|not in|outside) (the)? (coverage|network|service)',
  'network coverage area',
  'sampark kshetra',
  '(network|coverage|seva) (kshetra|area|se bahar)',
  '(jis|aap jis|apne jis) (vyakti|number|nambar|grahak|upbhokta) *',
  'uplabdh nahi',
  '(line|lines|lain~|route|number|nambar|vyakti|grahak|upbhokta|customer) * (vyast|vyasth) (hai|he|hain)',
  'kiya gaya (number|nambar)',
  '(dialled|dialed|called) number *',
  '(number|nambar) (you)? (have)? (dialled|dialed|called) *',
  'incoming (suvidha|facility|service|call|calls)',
  '(aapki|your) call (agreshit|forward|divert) (ki|ho)',
  '(invalid number|does not exist|not accepting calls)',
  'uttar nahi (de|mil)',
  'please try (again|after|later)',
  '(kripya|please) * * (pratiksha|prayas)',
);

/** The announcement of a contact who is away may begin the greeting of a voicemail. */
export const AWAY = rule('(unavailable|not available|not answering|on another call)', 'uplabdh nahi');

export const VOICEMAIL = rule(
  'voice (mail|mailbox)',
  'voice message system',
  'no one is available to (take|answer) (your|the) (call|phone)',
  '(voicemail|mailbox)',
  '(after|at) the (tone|beep)',
  '(leave|record) (a|your|me|us)? (brief|short|voice|detailed)? message',
  '(leave|record) (your)? name and',
  '(beep|tone|dhwani) ke (baad|bad|pashchat)',
  '(sandesh|message) (chhod|chhor|record|darj)~',
  '(cannot|cant|unable) (to)? (take|answer|attend) your (call|phone)',
  '(we|are|is) (currently)? (cannot|unable) (to)? (take|answer|attend) (the|this) (call|phone)',
  '(cannot|cant|unable) (to)? come to the phone',
  '(naam|name) (aur|and|or) * (number|message|sandesh) * (chhod|chhor|leave|bata|record|darj|give)~',
);

/** A person offers to leave a message, or requests to. */
export const OWN_MESSAGE = rule(
  '(i|ill|we|well|let me) (will|can|could|should|must)? (leave|record) * message',
);

/** Announcements have no first person, and no past of a phone. */
export const PERSONAL = rule(
  '(i|im|ill|ive|my|mera|meri|mere|mujhe|maine)',
  '(ho gaya|ho gayi|hone wala|hone wali|ho jayega|ho jayegi)',
);

/** A call screener requests name and reason before the contact is rung. */
export const SCREENING = rule(
  '(say|state|tell me|record) (your)? name (and|aur) (why|the reason|reason|purpose)',
  '(call|calls) (screening|screener|assistant)',
  '(google|apple|siri|truecaller) * (assistant|recording|screening)',
  '(who|whos) (is)? (calling|this) and (why|what)',
  '(why|reason) (you|youre|are you|for your)? (calling|call) * (see if|connect|available|person)',
  '(see if|check if|whether) (this|the|that)? person is available',
  '(apna|aapka) naam (aur|or) (call|phone) * (karan|wajah|vajah)',
);

export const IVR = rule(
  '(press|dial|enter) (the)? (number|key|button|digit)? (zero|one|two|three|four|five|six|seven|eight|nine|star|hash|pound|[0-9])',
  '(for|to) * * (press|dial) *',
  '(ke liye|keliye) * (dabaye|dabaiye|dabayein|dabaen|dabao|press)',
  '(ek|do|teen|char|paanch|shunya|zero|one|two|three|[0-9]) (dabaye|dabaiye|dabayein|dabaen|dabao)',
  '(choose|select) (from)? (one)? (of)? (the)? (following|options|your language)',
  '(main|previous) menu',
);

export const RECORDING_NOTICE = rule(
  '(this|your|the)? call (is|may be|will be|is being|might be|can be) (being)? (recorded|monitored)',
  '(ye|yeh|yah|is|aapki) call (ko)? * (record|recorded)',
);

export const HOLD_MESSAGE = rule(
  '(your|aapki) call (is|has been) (on|put|placed|important) *',
  '(call is|on) (on)? hold',
  '(person|number|customer|subscriber) you (are|have) (speaking|talking) (to|with) (has|have|is) (put|placed|on)',
  'aapki call hold (par|pe)',
  'call (ko)? hold (par|pe) (rakha|rakhi)',
  '(please|kripya) (stay on|hold|remain on) the line',
  '(hold|line) (par|pe) (bane|bani) (rahe|rahiye|rahein)',
);
