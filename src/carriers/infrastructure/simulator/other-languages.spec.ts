import { briefIn, call } from '../../../../test/harness/simulated-talk';
import { phrasesOf } from '../../../conversation/offline/lexicon/phrases/phrases';

const LANGUAGES = [
  'punjabi',
  'marathi',
  'gujarati',
  'bengali',
  'tamil',
  'telugu',
  'kannada',
  'malayalam',
  'odia',
] as const;

describe.each(LANGUAGES)('a contact who speaks %s and', (language) => {
  const talk = (ending: string, questions: readonly string[]) =>
    call(`+91981234${ending}`, briefIn('english', { language, questions }));
  const asked = Object.values(phrasesOf(language).ask);

  it.each([
    ['no question', []],
    ['one question', ['Preferred course']],
    ['five questions', ['Preferred course', 'Budget', 'City', 'When do you plan to join?', 'Hostel needed?']],
    ['two questions in its language', asked.slice(0, 2)],
    ['four questions in its language', asked.slice(0, 4)],
  ])('is rated when interested, with %s', async (_, questions) => {
    const { reading } = await talk('0001', questions);
    expect(Object.values(reading.answers)).not.toContain(null);
    expect(reading.disposition).toBe('Interested');
    expect(reading.leadRating).toBeGreaterThanOrEqual(8);
  });

  it('is rated without questions, however the agent begins and ends', async () => {
    for (const openingLine of ['Hi', 'Hello!', 'Namaste', 'Good morning.']) {
      const brief = briefIn('english', { language, questions: [], openingLine });
      expect((await call('+919812340001', brief)).reading.disposition).toBe('Interested');
    }
  });

  it('is not rated after a hang-up in the opening line, or silence', async () => {
    for (const ending of ['0007', '0010']) {
      const { reading } = await talk(ending, asked);
      expect(reading).toMatchObject({ disposition: 'Incomplete', leadRating: null });
    }
  });

  it('is cold after a wish for no more calls', async () => {
    const { reading } = await talk('0008', asked);
    expect(reading).toMatchObject({ disposition: 'Do_Not_Call', leadRating: 1 });
  });
});
