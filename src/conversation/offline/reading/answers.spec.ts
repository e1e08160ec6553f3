import type { Turn } from '../../../shared-kernel/talk';
import { OfflineAnalyst } from './offline-analyst';

const QUESTIONS = ['Kis tareekh tak kar denge?', 'Koi dikkat hai kya?'];

async function answersIn(...texts: readonly string[]) {
  const turns = texts.map((text, at): Turn => ({
    speaker: at % 2 === 0 ? 'agent' : 'contact',
    text,
    startMs: at,
    endMs: at,
  }));
  const request = { dispositions: [], language: 'hinglish', now: new Date(0), timeZone: 'Asia/Kolkata' };
  const analysis = await new OfflineAnalyst().analyse({ ...request, turns, questions: QUESTIONS });
  return { answers: Object.values(analysis.answers), callback: analysis.callbackRequested };
}

describe('answers to what an opening line states', () => {
  it('are found without their question, and request no call', async () => {
    expect(
      await answersIn('Aapki EMI baaki hai.', '10 tareekh ko kar dunga', QUESTIONS[1] ?? '', 'nahi'),
    ).toEqual({ answers: ['10 tareekh ko kar dunga', 'nahi'], callback: false });
  });

  it('are no answers where it asks for something else', async () => {
    const { answers } = await answersIn('Kya abhi baat ho sakti hai?', '10 tareekh ko kar dunga');
    expect(answers[0]).toBeNull();
  });
});
