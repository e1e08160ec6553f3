import { voiceDriver } from '../../test/harness/voice-driver';

describe('an opening line that repeats a sentence and is still being made', () => {
  const preparing = ['Hello.'];

  it('is played as a whole', async () => {
    const { say, pass } = await voiceDriver({ preparing, voice: [{ firstMs: 500 }] });
    const said = say('Hello. Hello. Hello.');
    await pass(3_000);
    expect(said.value).toMatchObject({ playedText: 'Hello. Hello. Hello.', cutBy: null });
  });

  it('ends at once when the contact hangs up', async () => {
    const { say, pass, session } = await voiceDriver({ preparing, voice: ['silent'] });
    const said = say('Hello. Hello. Hello.');
    await pass(100);
    session.end('hung_up');
    await pass(40);
    expect(said.value).toMatchObject({ playedText: '', cutBy: 'hung_up' });
  });
});
