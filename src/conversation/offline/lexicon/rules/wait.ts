import { anyOf, closing, Rule, rule } from '../rule';
import { alternatives } from '../words';
import { OTHER_AVAILABILITY as OTHER } from './other-availability';

const ONE = '(ek|one|a|1|do|two|2|half|half a|just a|ikk|oru|okka|oka|ondu|ekta)';
const MINUTE = '(minute|min|mint|minit|second|सेकंड|सेकेंड|सेकण्ड|sec|sek|moment|nimisham|nimisha|nimit)';
const STOP =
  '(ruko|rukiye|rukiyega|rukna|ruk jao|ruk jaiye|ruk jaana|thehro|thehriye|thahriye|wait|hold|hang on|thamba|थांबा|thobo|aagandi|irunga|daran|dhorun)';
const DO = '(karo|kijiye|kijiyega|kariye|kariyega|karein|karna|kar lo)';

const BEGIN = `^(?: (?:${alternatives(
  'haan ha ji ok okay achha please just sorry sir madam hey oh arre bas zara thoda abhi hello but par lekin tike ektu konjam',
)}))*`;
const TAIL = alternatives(
  `haan ji please bhai bhaiya sir madam maam beta na toh zara thoda abhi yaar dijiye do den dena on wait hold ruko rukiye
   ruk rukna thamba थांबा now just`,
);

/** The whole remark, but for words such as please. */
function alone(core: Rule): Rule {
  return core.within(BEGIN, `(?:(?:${TAIL}) )*$`);
}

const FETCHES =
  '(leta|leti|karta|karti|poochta|poochti|puchta|puchti|dekhta|dekhti|batata|batati|bulata|bulati|deta|deti|aata|aati|lata|lati|nikalta|nikalti|likhta|likhti) (hoon|hu)';

/** "Ek second haan", "ruko zara", "hold on, someone is at the door". "Das minute" is a time. */
export const WAITS = anyOf(
  rule(`${ONE} ${MINUTE}`).within('', `(?:(?:${TAIL}) )*$`),
  alone(
    rule(
      MINUTE,
      STOP,
      `${STOP} (for)? ${ONE} ${MINUTE}`,
      `(ruk|wait|hold|intezaar) ${DO}`,
      'bear with me',
      ...OTHER.waits,
    ),
  ),
  alone(rule('(let me|ill|i will) (just)? (check|ask) (it|that|once)?')),
  alone(rule('(hold|stay on) the line', 'line (par|pe) (rahiye|rahiyega|raho|rehna|bane rahiye)')),
  rule('(hold|hang) on').within(BEGIN, '(?!to |the )'),
  rule(`${ONE} ${MINUTE} (let me|ill|i will|ruko|rukiye|rukna|wait|hold)`).within(BEGIN),
  alone(rule(`${ONE} ${MINUTE} * * ${FETCHES}`, `${STOP} * * ${FETCHES}`)),
  closing(
    '(koi|someone|somebody) (aaya|aa gaya|aayi) hai',
    '(someone|somebody) (is|has come) (here|at the door|at the gate|at my door)',
  ),
);

export const MAY_FALL_SILENT = anyOf(
  WAITS,
  rule(
    '(ek|do|one|two|a|just a|1|2|five|5|half a) (minute|min|mint|second|sec|moment|secund|seconds|minutes)',
    '(hold|hang) on',
    '(wait|ruk~|thehr~|thahr~|rukiye) (a|ek|zara|jara|karo|kijiye|please|kariye|for)',
    '(zara|jara|thoda|please) (ruk~|rukiye|wait|hold|thehr~)',
    '(let me|ill just|main) (check|get|find|dekh|grab|look) *',
    '(main|mein) * (dekh|bata|le) (ke|kar) (batata|batati|aata|aati)',
    '(ek sec|ek sek|just a sec|gimme a|give me a) ',
  ),
);
