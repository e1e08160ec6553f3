import { cpuCost } from '../../../../test/harness/cpu-cost';
import { analysisOf } from './model-analysis';

const NONE = { requested: false, time_text: null, quote: null };

function read(
  said: string,
  answers: readonly object[],
  changes: object = {},
  dispositions: readonly string[] = [],
) {
  const reading = {
    disposition: 'Interested',
    summary: null,
    answers,
    lead_rating: null,
    callback: NONE,
    follow_up: null,
    follow_up_note: null,
    meeting: { ...NONE, at: null, type: null },
    asked_not_to_be_called: { asked: false, quote: null },
    ...changes,
  };
  return analysisOf(JSON.stringify(reading), {
    turns: [{ speaker: 'contact', text: said, startMs: 0, endMs: 1 }],
    questions: ['Budget?'],
    dispositions,
    language: null,
    now: new Date(0),
    timeZone: 'Asia/Kolkata',
  });
}

it.each([
  ['about two', 'about two'],
  ['200,000', 'two lakh'],
  ['wo', 'two lakh'],
  ['', 'two lakh'],
])('reads the answer %j as %j', (answer, stored) => {
  const { answers } = read('Two lakh, I think.', [{ question: 1, answer, quote: 'two lakh' }]);
  expect(answers).toEqual({ 'Budget?': stored });
});

const QUOTED = {
  lead_rating: 7,
  callback: { requested: true, time_text: 'tomorrow', quote: 'call me tomorrow' },
  meeting: { requested: true, at: null, time_text: 'tomorrow', type: null, quote: 'call me tomorrow' },
  asked_not_to_be_called: { asked: true, quote: 'never again' },
};
const FOUND = {
  leadRating: 7,
  callbackRequested: true,
  callbackTimeText: 'tomorrow',
  meeting: { requested: true, at: null, timeText: 'tomorrow', type: null },
  optedOut: true,
};

it.each([
  ['Interested', [], FOUND],
  // No label of the agent means a voicemail.
  ['Incomplete', ['Hot'], FOUND],
  [
    'Voicemail',
    [],
    { leadRating: null, callbackRequested: false, callbackTimeText: null, meeting: null, optedOut: false },
  ],
])('finds what the contact said, but nothing in a greeting: %s', (disposition, dispositions, found) => {
  const said = 'Call me tomorrow, or never again.';
  expect(read(said, [], { ...QUOTED, disposition }, dispositions)).toMatchObject(found);
});

it.each([
  [{ lead_rating: 1 }, null],
  [{ lead_rating: 10 }, null],
  [{ lead_rating: 0 }, 'lead_rating must be 1 to 10'],
  [{ lead_rating: 11 }, 'lead_rating must be 1 to 10'],
  [{ lead_rating: 7.5 }, 'lead_rating must be a whole number or null'],
  [{ follow_up: 'SKIP' }, null],
  [{ follow_up: 'EMAIL' }, 'follow_up must be CALL, CALL_LATER, SKIP or null'],
  [{ summary: 'x'.repeat(4_000) }, null],
  [{ summary: 'x'.repeat(4_001) }, 'summary must be a text or null'],
  [{ answers: {} }, 'answers must be a list'],
  [{ answers: [null] }, 'each of the answers must be an object'],
  [{ answers: [{}] }, 'an answer has the number of no question'],
  [{ answers: [{ question: 1, answer: null, quote: 'yes' }] }, null],
  [{ answers: [{ question: 1, answer: 'yes', quote: null }] }, null],
  [{ callback: null }, 'callback must be an object'],
])('judges %j: %s', (changes, problem) => {
  const judge = () => read('Yes.', [], changes);
  if (problem !== null) expect(judge).toThrow(problem);
  else expect(judge().answers).toEqual({ 'Budget?': null });
});

it('needs linear time for a long talk and long answers without a word of it', () => {
  const words = (count: number, first: string) =>
    Array.from({ length: count }, (_, at) => `${first}${at.toString(36)}`).join(' ');
  const cost = (items: number) => {
    const answer = { question: 1, answer: words(80, 'c'), quote: 'b0' };
    return cpuCost(1, () => read(words(75 * items, 'b'), Array<object>(items).fill(answer)));
  };
  cost(25);
  const [short, long] = [cost(50), cost(200)];
  expect(long).toBeLessThan(Math.max(short, 25) * 7);
});
