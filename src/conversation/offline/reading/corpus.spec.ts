import { OfflineAnalyst } from './offline-analyst';
import {
  CORPUS_LANGUAGES,
  corpusOf,
  talksForTheRules,
  type WrittenTalk,
} from '../../../../test/conversation/corpus/corpus';

interface Score {
  talks: number;
  dispositions: number;
  questions: number;
  answers: number;
  times: number;
  timesRight: number;
}

const analyst = new OfflineAnalyst();

async function scoreOf(language: string, talks: readonly WrittenTalk[]): Promise<Score> {
  const score: Score = { talks: 0, dispositions: 0, questions: 0, answers: 0, times: 0, timesRight: 0 };
  for (const { turns, questions, disposition, answers, callbackTimeText } of talks) {
    const request = {
      turns,
      questions,
      dispositions: [],
      language,
      now: new Date(0),
      timeZone: 'Asia/Kolkata',
    };
    const analysis = await analyst.analyse(request);
    score.talks += 1;
    score.dispositions += Number(analysis.disposition === disposition);
    score.times += Number(callbackTimeText !== null);
    score.timesRight += Number(callbackTimeText !== null && analysis.callbackTimeText === callbackTimeText);
    for (const question of questions) {
      const expected = answers[question] ?? null;
      const found = analysis.answers[question] ?? null;
      score.questions += 1;
      score.answers += Number(expected === null ? found === null : (found?.includes(expected) ?? false));
    }
  }
  return score;
}

const sum = (scores: readonly Score[], of: keyof Score): number =>
  scores.reduce((total, score) => total + score[of], 0);

describe('OfflineAnalyst on written talks', () => {
  it.each(CORPUS_LANGUAGES)('has thirty talks in %s, of every disposition', (language) => {
    const talks = corpusOf(language);
    expect(talks).toHaveLength(30);
    expect(new Set(talks.map(({ disposition }) => disposition)).size).toBe(9);
    expect(new Set(talks.map(({ id }) => id)).size).toBe(30);
    expect(talks.every(({ turns, questions }) => turns.length > 1 && questions.length > 3)).toBe(true);
  });

  it.each(CORPUS_LANGUAGES)('finds 90 % of dispositions and answers in %s', async (language) => {
    const score = await scoreOf(language, corpusOf(language));
    expect(score.dispositions / score.talks).toBeGreaterThanOrEqual(0.9);
    expect(score.answers / score.questions).toBeGreaterThanOrEqual(0.9);
  });

  it('finds 90 % of dispositions and 94 % of answers in the third that is only measured', async () => {
    const scores = await Promise.all(
      CORPUS_LANGUAGES.map((language) =>
        scoreOf(
          language,
          corpusOf(language).filter(({ measuredOnly }) => measuredOnly),
        ),
      ),
    );
    expect(sum(scores, 'talks')).toBe(30);
    expect(sum(scores, 'dispositions') / sum(scores, 'talks')).toBeGreaterThanOrEqual(0.9);
    expect(sum(scores, 'answers') / sum(scores, 'questions')).toBeGreaterThanOrEqual(0.94);
    expect(sum(scores, 'timesRight') / sum(scores, 'times')).toBeGreaterThanOrEqual(0.8);
  });

  it.each(CORPUS_LANGUAGES)(
    'finds 95 % of at least 80 more in %s, on which the rules were made',
    async (language) => {
      const talks = talksForTheRules(language);
      expect(talks.length).toBeGreaterThanOrEqual(80);
      expect(new Set(talks.map(({ disposition }) => disposition)).size).toBe(9);
      expect(new Set(talks.map(({ id }) => id)).size).toBe(talks.length);
      const score = await scoreOf(language, talks);
      expect(score.dispositions / score.talks).toBeGreaterThanOrEqual(0.95);
      expect(score.answers / score.questions).toBeGreaterThanOrEqual(0.95);
      expect(score.timesRight / score.times).toBeGreaterThanOrEqual(0.9);
    },
  );

  it('requests a do-not-call entry exactly where the disposition is Do_Not_Call', async () => {
    for (const language of CORPUS_LANGUAGES) {
      for (const { turns, questions, disposition } of [
        ...corpusOf(language),
        ...talksForTheRules(language),
      ]) {
        const request = {
          turns,
          questions,
          dispositions: [],
          language,
          now: new Date(0),
          timeZone: 'Asia/Kolkata',
        };
        const { optedOut } = await analyst.analyse(request);
        expect([disposition, optedOut]).toEqual([disposition, disposition === 'Do_Not_Call']);
      }
    }
  });
});
