import { placeholderValues, fillPlaceholders } from '../agents/domain/placeholders';
import { foldCase } from '../platform/kernel/text';
import { addresseeIn } from './offline/lexicon/addressee';
import { questionAskedIn } from './offline/lexicon/question-matching';
import { understand } from './offline/lexicon/remark';
import { timeExpressionIn } from './offline/lexicon/time-expression';
import { OfflineAnalyst } from './offline/reading/offline-analyst';
import { phrasesOf } from './offline/lexicon/phrases/phrases';
import { spokenQuestions } from './offline/lexicon/spoken-questions';
import { detectQuestion } from '../carriers/infrastructure/simulator/speech/question-detection';

const LENGTH = 40_000;
/** CPU time of this process: far more than linear code needs, far less than quadratic code. */
const MAX_CPU_MS = 1_000;

const PATTERNS = [
  '(',
  '[',
  ' ',
  '?',
  '. ',
  ', ',
  'a',
  'haan ',
  'haan, ',
  'kal, ',
  'kal shaam 6 baje, ',
  'ek ',
  'ek minute ',
  'nahi ',
  'the the ',
  'kab ',
  'Nitin? ',
  'Kya baat Nitin se? ',
  '{{a}}',
  '{{',
  '{{ ',
  'a\u0301\u0327',
  '\u0301\u0327',
  '\u0915\u093c',
  '\u{1F600}',
  '-',
  '...',
  'x_',
  '\n',
];

const QUESTIONS = ['Budget kitna hai?', 'Naam?'].map((question) => ({ question, spoken: null }));
const analyst = new OfflineAnalyst();

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  understand,
  timeExpressionIn,
  foldCase,
  whatIsAsked: detectQuestion,
  'questionAskedIn a prompt': (text) => questionAskedIn(`${text}?`, QUESTIONS),
  'addresseeIn a prompt': (text) => addresseeIn(`Kya Nitin? ${text}?`, ' nahi '),
  'addresseeIn a remark': (text) => addresseeIn('Kya Nitin se baat ho rahi hai?', understand(text).words),
  spokenQuestions: (text) => [
    spokenQuestions([text], phrasesOf('english')),
    spokenQuestions([text], phrasesOf('tamil')),
  ],
  fillPlaceholders: (text) =>
    fillPlaceholders('systemPrompt', text, placeholderValues({ contact: {}, variables: { a: text } }, '')),
  'the analyst': (text) =>
    analyst.analyse({
      turns: [
        { speaker: 'agent', text, startMs: 0, endMs: 1 },
        { speaker: 'contact', text, startMs: 1, endMs: 2 },
      ],
      questions: [text],
      dispositions: [text.slice(0, 64)],
      language: null,
      now: new Date(0),
      timeZone: 'Asia/Kolkata',
    }),
};

describe.each(Object.entries(READERS))('%s', (_, reader) =>
  it.each(PATTERNS)('needs linear time for many of %j', async (pattern) => {
    const text = pattern.repeat(LENGTH / pattern.length);
    for (const each of [text, `x ${text}!x`]) {
      const began = process.cpuUsage();
      await reader(each);
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(MAX_CPU_MS);
    }
  }),
);
