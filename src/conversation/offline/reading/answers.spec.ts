import type { Turn } from '../../../shared-kernel/talk';
import { OfflineAnalyst } from './offline-analyst';

const QUESTIONS = ['Kis tareekh tak kar denge?', 'Koi dikkat hai kya?'];

async function answersIn(questions: readonly string[], ...texts: readonly string[]) {
  const turns = texts.map((text, at): Turn => ({
    speaker: at % 2 === 0 ? 'agent' : 'contact',
    text,
    startMs: at,
    endMs: at,
  }));
  const request = { dispositions: [], language: 'hinglish', now: new Date(0), timeZone: 'Asia/Kolkata' };
  const analysis = await new OfflineAnalyst().analyse({ ...request, turns, questions });
  return { answers: Object.values(analysis.answers), callback: analysis.callbackRequested };
}

describe('answers to what an opening line states', () => {
  it('are found without their question, and request no call', async () => {
    expect(
      await answersIn(
        QUESTIONS,
        'Aapki EMI baaki hai.',
        '10 tareekh ko kar dunga',
        QUESTIONS[1] ?? '',
        'nahi',
      ),
    ).toEqual({ answers: ['10 tareekh ko kar dunga', 'nahi'], callback: false });
  });

  it('are no answers where it asks for something else', async () => {
    const { answers } = await answersIn(QUESTIONS, 'Kya abhi baat ho sakti hai?', '10 tareekh ko kar dunga');
    expect(answers[0]).toBeNull();
  });
});

describe('answers like a refusal', () => {
  it.each([
    ['Result kya aaya?', 'pass'],
    ['EMI kab bharenge?', 'payment diya hai'],
    ['Kab jaana hai?', 'abhi pakka nahi, shayad january'],
    ['Doctor ka vyavhaar kaisa tha?', 'achha tha'],
    ['डॉक्टर कैसे लगे?', 'अच्छे लगे'],
    ['Any allergies?', 'fish, same as before'],
    ['What is the problem with your phone?', 'battery is low'],
  ])('are found: %s %s', async (question, answer) => {
    const { answers, callback } = await answersIn([question], 'Namaste.', 'haan boliye', question, answer);
    expect([answers, callback]).toEqual([[answer], false]);
  });

  it('are not found in a bare order', async () => {
    const { answers } = await answersIn(
      ['Gaadi ka number kya hai?'],
      'Namaste.',
      'haan',
      'Gaadi ka number kya hai?',
      'theek hai, kar do',
    );
    expect(answers).toEqual([null]);
  });

  it('are no excuse where the agent asks how to help', async () => {
    const { callback } = await answersIn(QUESTIONS, 'City Clinic. How can we help you?', 'I am not well');
    expect(callback).toBe(false);
  });
});

describe('an answer after a pause', () => {
  it('belongs to the question before the pause', async () => {
    const talk = ['Namaste.', 'haan boliye', 'Aap kis city se hain?', 'ek minute', 'Ji, aap aaram se.'];
    expect((await answersIn(['City', 'Budget'], ...talk, 'Indore')).answers).toEqual(['Indore', null]);
  });
});
