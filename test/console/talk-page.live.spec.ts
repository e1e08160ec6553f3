import { gzipSync } from 'node:zlib';
import { describeWithMicrophone } from '../harness/chromium';
import { HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

const TURNS = [
  { speaker: 'agent', text: 'Hello, about MBA.', start_ms: 0, end_ms: 900 },
  { speaker: 'contact', text: `How long? ${HOSTILE}`, start_ms: 1_200, end_ms: 2_000 },
  {
    speaker: 'agent',
    text: 'Two years.',
    start_ms: 2_640,
    end_ms: 3_500,
    response_ms: 640,
    stages: { endpointing: 300, stt: 90, llm: null, tts: 100 },
  },
];
const OUTCOME = {
  disposition: 'Interested',
  lead_rating: 7,
  summary: 'Asked how long.',
  answers: {},
  callback_requested: false,
  callback_time: null,
  callback_time_text: null,
  meeting: null,
  follow_up: null,
  follow_up_note: null,
  transcript: [],
};

describeWithMicrophone('Test agent: Talk', () => {
  const own = new TalkPage();
  const { driver, part, button, field, test, status, turn, tab, isIn, hasFocus, start, sends } = own;
  const { page, isWellMade } = driver;
  const speak = () => {
    for (const one of TURNS) own.talk.socket.send({ type: 'turn', ...one });
  };

  it('begins a talk by keyboard, with the values of the call', async () => {
    await part().getByText('You talk with what is in the form.').waitFor();
    await field('Name').fill('Rohan');
    await field('course').fill('MBA');
    expect(await field('Keep a recording for 7 days').isChecked()).toBe(true);
    await isWellMade();
    own.talk.warnings = [{ code: 'x', field: 'variables', message: 'No value for course.' }];
    await button('Start talking').press('Enter');
    await isIn('preparing');
    await hasFocus(button('Mute'));
    await part().getByText('No value for course.').waitFor();
    expect(own.talk.starts).toEqual([
      { agent_id: own.agentId, contact: { name: 'Rohan' }, variables: { course: 'MBA' }, record: true },
    ]);
    await sends('begin');
    expect(own.talk.socket.protocols).toEqual(['aics-live-1', 'ticket.T1']);
    await isWellMade();
  });

  it('uses the unsaved form for a talk without a recording', async () => {
    await page().getByLabel('Opening line').fill('Another opening.');
    await field('Keep a recording for 7 days').uncheck();
    await start();
    expect(own.talk.starts).toMatchObject([{ draft: { opening_line: 'Another opening.' }, record: false }]);
    await button('Hang up').click();
    own.talk.end({ ended_by: 'person' });
    await isIn('ended');
    const discard = driver.button('Discard changes');
    await discard.click();
    await driver.button('Discard changes', driver.question()).click();
    await discard.waitFor({ state: 'hidden' });
  });

  it('shows states, turns and response times, and announces none of them to screen readers', async () => {
    await start();
    const { socket } = own.talk;
    for (const state of ['listening', 'hearing', 'thinking', 'speaking']) {
      socket.send({ type: 'state', state });
      await isIn(state);
    }
    socket.send({ type: 'partial', text: 'How lo' });
    await test().locator('[data-partial]', { hasText: 'How lo' }).waitFor();
    speak();
    await turn('Two years.').waitFor();
    expect(await test().locator('[data-partial]').count()).toBe(0);
    expect(await turn('Two years.').getAttribute('data-response-ms')).toBe('640');
    await turn('How long?').and(page().locator('[data-speaker="contact"]')).waitFor();
    const answered = turn('Two years.').getByText('Answered in 640 ms');
    expect(await answered.getAttribute('title')).toBe('end of the turn 300 ms, words 90 ms, voice 100 ms');
    await answered.focus();
    await test()
      .getByText(/^Delay \d+ ms$/)
      .waitFor();
    expect(await test().getByRole('log').getAttribute('aria-live')).toBe('off');
    expect(await status().textContent()).toBe('');
    await isWellMade();
  });

  it('sends the microphone, mutes, and shows its level, by keyboard', async () => {
    await start();
    const level = async () => Number(await test().getByTestId('level').getAttribute('aria-valuenow'));
    await expectSoon(level).toBeGreaterThan(40);
    await expectSoon(own.isMicrophoneSilent).toBe(false);
    expect(own.talk.socket.sound.every(({ bytes }) => bytes === 160)).toBe(true);
    await button('Mute').press('Space');
    await status().getByText('You are muted.').waitFor();
    await button('Mute').and(page().locator('[aria-pressed="true"]')).waitFor();
    await expectSoon(own.isMicrophoneSilent).toBe(true);
    await expectSoon(() =>
      test().getByRole('meter', { name: 'Microphone level' }).getAttribute('aria-valuenow'),
    ).toBe('0');
    await button('Mute').press('Space');
    await expectSoon(own.isMicrophoneSilent).toBe(false);
    await expectSoon(level).toBeGreaterThan(40);
  });

  it('sends silence from the first frame when muted before the microphone was allowed', async () => {
    await page().evaluate(`{
      const devices = navigator.mediaDevices;
      const real = devices.getUserMedia.bind(devices);
      const allowed = new Promise((resolve) => (window.allow = resolve));
      devices.getUserMedia = (constraints) => allowed.then(() => real(constraints));
    }`);
    await button('Start talking').click();
    await button('Mute').click();
    await status().getByText('You are muted.').waitFor();
    await page().evaluate('window.allow()');
    await expectSoon(() => Promise.resolve(own.talk.socket.sound.length)).toBeGreaterThan(50);
    expect(own.talk.socket.sound.every(({ isSilent }) => isSilent)).toBe(true);
  });

  it('releases the microphone when the talk ended before it was allowed', async () => {
    await page().evaluate(`{
      const devices = navigator.mediaDevices;
      const real = devices.getUserMedia.bind(devices);
      const allowed = new Promise((resolve) => (window.allow = resolve));
      devices.getUserMedia = async (constraints) => {
        await allowed;
        return (window.lastStream = await real(constraints));
      };
    }`);
    await button('Start talking').click();
    await expectSoon(() => Promise.resolve(own.talk.sockets.length)).toBe(1);
    own.talk.end({ status: 'failed', ended_by: 'service', reason: 'The microphone was not allowed.' });
    await status().getByText('The microphone was not allowed.').waitFor();
    await page().evaluate('window.allow()');
    const track = () => page().evaluate<string>('window.lastStream?.getTracks()[0].readyState');
    await expectSoon(track).toBe('ended');
  });

  it('sends keys and hangs up, by keyboard', async () => {
    await start();
    await button('Keypad').press('Enter');
    for (const key of ['5', '*', '#']) await button(key).press('Enter');
    await isWellMade();
    await field('Volume').press('ArrowLeft');
    await button('Hang up').press('Enter');
    const keys = ['5', '*', '#'].map((key) => ({ type: 'key', key }));
    await sends('hang_up');
    expect(own.talk.socket.messages).toEqual([{ type: 'begin' }, ...keys, { type: 'hang_up' }]);
  });

  it('shows outcome, response times and recording at the end', async () => {
    await start();
    speak();
    own.talk.end({ ended_by: 'person', transcript: TURNS });
    await isIn('ended');
    await status().getByText('You hung up.').waitFor();
    await hasFocus(test().getByRole('heading', { name: 'Outcome' }));
    await test().getByText('The talk is analysed…').waitFor();
    own.talk.change({
      outcome_state: 'ready',
      outcome: OUTCOME,
      latency: { answers: 12, median_ms: 640, p95_ms: 1_000, slowest_ms: 1_210 },
      recording_url: 'http://elsewhere.example/recordings/x.wav?token=y',
    });
    await test().getByText('Interested').waitFor();
    const latency = test().getByTestId('latency');
    expect(await latency.textContent()).toBe('Median 640 ms, slowest 1,210 ms, 12 answers');
    const file = test().getByRole('link', { name: 'Download recording' });
    expect(await file.getAttribute('href')).toBe('/recordings/x.wav?token=y');
    await turn('Two years.').waitFor();
    await isWellMade();
  });

  it('lists, opens and deletes earlier voice tests', async () => {
    await start();
    own.talk.end({ ended_by: 'person', outcome_state: 'none' });
    await test().getByText('You said nothing.').waitFor();
    await start('Talk again');
    const earlier = part().getByRole('region', { name: 'Earlier voice tests' });
    await earlier.locator('[data-id="vtest_1"]').waitFor();
    own.talk.end({ ended_by: 'limit', outcome_state: 'failed' });
    await status().getByText('The voice test is as long as it may be.').waitFor();
    await earlier.getByRole('button', { name: 'Show' }).click();
    await earlier.getByText('You said nothing.').waitFor();
    await isWellMade();
    await earlier.getByRole('button', { name: 'Delete' }).click();
    await driver.question().getByText('Delete 1 voice test?').waitFor();
    await driver.button('Delete', driver.question()).click();
    await expectSoon(() => earlier.locator('[data-id]').count()).toBe(0);
    await test().getByRole('button', { name: 'Delete' }).click();
    await driver.button('Delete', driver.question()).click();
    await hasFocus(button('Start talking'));
  });

  it('confirms before a talk is left, and continues it behind another tab', async () => {
    await start();
    await tab('Type').click();
    const before = own.talk.socket.sound.length;
    await expectSoon(() => Promise.resolve(own.talk.socket.sound.length)).toBeGreaterThan(before + 20);
    const home = page().getByRole('link', { name: 'Home' }).first();
    await home.click();
    await driver.question().getByText('Leave while you are talking?').waitFor();
    await driver.button('Stay', driver.question()).click();
    await tab('Talk').click();
    await isIn('preparing');
    await home.click();
    await driver.button('Leave', driver.question()).click();
    await driver.browser.shows('home');
    await sends('hang_up');
  });

  it('begins again when a break may have lost its begin', async () => {
    await start();
    own.talk.socket.close(4008);
    await expectSoon(() => Promise.resolve(own.talk.sockets.length)).toBe(2);
    await sends('begin');
  });

  it('loads at most 15 KB for talks, worklets included', async () => {
    await page().reload();
    await driver.browser.shows('agent');
    await tab('Talk').waitFor();
    await page().waitForLoadState('networkidle');
    const sizes: Promise<number>[] = [];
    page().on('response', (answer) => {
      if (!answer.url().includes('/assets/')) return;
      sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await tab('Talk').click();
    await start();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThanOrEqual(4);
    expect(total).toBeLessThanOrEqual(15 * 1_024);
  });
});
