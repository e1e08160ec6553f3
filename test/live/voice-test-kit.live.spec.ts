import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { englishSpeech } from '../harness/english-speech';
import { LivePage, type LiveText } from '../harness/live-page';
import { compileThreads } from '../harness/sip-accounts';
import { describeWithSpeechKit } from '../harness/speech-kit';

compileThreads();

const AGENT = {
  name: 'Asha',
  language: 'english',
  tts_model: 'local',
  opening_line: 'Hello, this is Asha from Sunrise College. Can we talk for a minute?',
  extraction_questions: ['Which course is the contact interested in?', 'City', 'Budget'],
};
const ANSWERS = ['Yes, we can talk now.', 'I am interested in computer science.', 'I live in Delhi.'];

const isAnswer = (turn: LiveText) => turn['response_ms'] !== undefined;

describeWithSpeechKit('a voice test with the offline speech kit', (speechKit) => {
  let service: TestApp;
  let tests: ConsoleTests;
  let account: TestAccount;
  let person: SignedInPerson;

  beforeAll(async () => {
    service = await TestApp.start({ SPEECH_KIT: speechKit, STT_URL: '', OPENAI_TTS_API_KEY: '' });
    tests = new ConsoleTests(service);
    account = await service.account();
    person = await tests.person(account.id, ['ADMIN']);
  });
  afterAll(() => service.stop());

  it('recognizes and answers speech without any key', async () => {
    const agent_id = await makeAgent(service, account, AGENT);
    const sayings = await Promise.all(ANSWERS.map(englishSpeech));
    const http = tests.http(person.headers);
    const { body } = await http.post('/voice-tests').send({ agent_id }).expect(200);
    const { id, socket, ticket } = body as { id: string; socket: string; ticket: string };
    const page = await LivePage.open(service.origin, socket, { cookie: person.cookie, ticket });
    await page.until('ready');
    page.begin();
    await page.until('turn');
    for (const [at, saying] of sayings.entries()) {
      page.say(saying);
      const answers = at + 1;
      await eventually(() => {
        const ended = page.of('ended').length > 0;
        expect(ended || page.of('turn').filter(isAnswer).length >= answers).toBe(true);
        return Promise.resolve();
      }, 20_000);
    }
    page.text({ type: 'hang_up' });
    await page.until('ended');
    const test = await eventually(async () => {
      const read = await http.get(`/voice-tests/${id}`).expect(200);
      expect(read.body).toMatchObject({ status: 'ended', outcome_state: 'ready' });
      return read.body;
    }, 15_000);
    const heard = page.of('turn').filter(({ speaker }) => speaker === 'contact');
    expect(heard.length).toBeGreaterThanOrEqual(2);
    expect(test.latency.median_ms).toBeLessThan(3_000);
    expect(test.outcome.disposition).not.toBe('');
    if (process.env['PRINT_FIGURES'])
      process.stderr.write(`${JSON.stringify([test.latency, test.transcript])}\n`);
  });
});
