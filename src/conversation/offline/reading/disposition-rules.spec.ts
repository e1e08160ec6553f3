import type { Turn } from '../../../shared-kernel/talk';
import { understandTurn } from '../lexicon/remark';
import { DISPOSITION_RULES, dispositionOf } from './disposition-rules';
import type { Reply } from './replies';
import type { TalkFacts } from './talk-facts';

const MEETING = { requested: true, at: null, timeText: null, type: 'visit' };
const CALLBACK = { requested: true, timeText: null };

/** Facts of a talk: the contact's only words, perhaps what the agent said last, and whatever else is given. */
function facts(contact: string, over: Partial<TalkFacts> = {}, agent?: string): TalkFacts {
  const turn = (speaker: Turn['speaker'], text: string): Turn => ({ speaker, text, startMs: 0, endMs: 1 });
  const said = turn('contact', contact);
  const reply: Reply = {
    remark: understandTurn(said),
    turn: said,
    question: null,
    prompt: '',
    toPerson: false,
    toCallTime: false,
  };
  return {
    turns: agent === undefined ? [said] : [said, turn('agent', agent)],
    replies: [reply],
    posed: 0,
    answered: 0,
    answeredShare: 0,
    interest: 'not_said',
    callback: { requested: false, timeText: null },
    meeting: null,
    wantedPerson: false,
    metPerson: false,
    onlyMachine: false,
    optedOut: false,
    ended: true,
    ...over,
  };
}

const PLAIN = 'Main Jaipur mein rehta hoon';
const ACCEPTED = 'Koi baat nahi, dhanyavaad.';
const ANSWERED = { posed: 4, answered: 4, answeredShare: 1 };
const HALF = { posed: 4, answered: 2, answeredShare: 0.5 };
const LITTLE = { posed: 4, answered: 1, answeredShare: 0.25 };

/** Facts for which an earlier rule fails and this one applies, by the place of the deciding rule in the table. */
const CASES: readonly TalkFacts[] = [
  facts(PLAIN, { onlyMachine: true, optedOut: true }),
  facts('Galat number hai', { optedOut: true }),
  facts('Galat number hai', { callback: CALLBACK, interest: 'refused' }),
  facts(PLAIN, { ...LITTLE, callback: CALLBACK, interest: 'refused' }),
  facts(PLAIN, { ...HALF, callback: CALLBACK, interest: 'refused' }),
  facts(PLAIN, { ...ANSWERED, interest: 'refused', metPerson: true }),
  facts(PLAIN, { metPerson: true, ended: false }),
  facts(PLAIN, { ...HALF, interest: 'said', wantedPerson: true }),
  facts(PLAIN, { interest: 'said', wantedPerson: true }),
  facts(PLAIN, { ...HALF, meeting: MEETING, wantedPerson: true }),
  facts('Fees kitni hai?', { ...ANSWERED, wantedPerson: true }),
  facts(PLAIN, { wantedPerson: true, ended: false }),
  facts(PLAIN, { ...ANSWERED, ended: false }),
  facts('Hello?', { interest: 'said', posed: 1 }),
  facts(PLAIN, { interest: 'said', ended: false }),
  facts(PLAIN, { interest: 'said', ended: false, callback: CALLBACK, posed: 2, answered: 2 }),
  facts(PLAIN, { posed: 8, answered: 4, answeredShare: 0.5, callback: CALLBACK }),
  facts(PLAIN, { posed: 1, answered: 1, answeredShare: 1 }),
  facts('Fees kitni hai?', LITTLE),
  facts('Fees kitni hai?', {}, ACCEPTED),
  facts(PLAIN, {}, 'Theek hai, phir call karenge.'),
  facts('Nahi', {}),
  facts('Pata nahi', {}, ACCEPTED),
  facts('Lekin', {}, ACCEPTED),
];

describe('dispositionOf', () => {
  it('has a case for each rule', () => expect(CASES).toHaveLength(DISPOSITION_RULES.length));

  it.each(DISPOSITION_RULES.map(({ disposition }, at) => [at, disposition] as const))(
    'decides by rule %i: %s',
    (at, disposition) => {
      const given = CASES[at] ?? facts('');
      expect(DISPOSITION_RULES.findIndex(({ when }) => when(given))).toBe(at);
      expect(dispositionOf(given)).toBe(disposition);
    },
  );

  it('is Requirement_Not_Clear when no rule matches', () => {
    const given = facts('Haan, main Jaipur mein rehta hoon', {}, ACCEPTED);
    expect(DISPOSITION_RULES.filter(({ when }) => when(given))).toEqual([]);
    expect(dispositionOf(given)).toBe('Requirement_Not_Clear');
  });
});
