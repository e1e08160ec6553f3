import { cpuCost } from '../../../../test/harness/cpu-cost';
import { analysisOf } from './model-analysis';

const NONE = { requested: false, time_text: null, quote: null };

function read(said: string, answers: readonly object[]) {
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
  };
  return analysisOf(JSON.stringify(reading), {
    turns: [{ speaker: 'contact', text: said, startMs: 0, endMs: 1 }],
    questions: ['Budget?'],
    dispositions: [],
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
