import { describeWithMicrophone } from '../harness/chromium';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

/** Runs in the browser: the end of the last turn is not cut off by its list. */
const IS_END_SEEN = `(() => {
  const turns = document.querySelectorAll('[data-testid="voice-test"] [data-testid="turn"]');
  const turn = turns[turns.length - 1];
  const list = turn.parentElement.getBoundingClientRect();
  const { bottom } = turn.getBoundingClientRect();
  return bottom <= list.bottom + 1 && bottom > list.top;
})()`;
const WORDS = 'The words of a long turn that goes on and on. ';

describeWithMicrophone('Test agent: a talk in view', () => {
  const own = new TalkPage();
  const { driver, test, isIn } = own;
  const { page } = driver;
  const agentSays = (place: number) =>
    own.talk.socket.send({
      type: 'turn',
      speaker: 'agent',
      text: `${place}. ${WORDS}`,
      start_ms: place * 5_000,
      end_ms: place * 5_000 + 900,
    });

  it('follows the words of a turn that goes on', async () => {
    await own.start();
    for (let place = 0; place < 12; place++) agentSays(place);
    for (let times = 1; times <= 8; times++) {
      const text = WORDS.repeat(times).trim();
      own.talk.socket.send({ type: 'partial', text });
      await test().locator('[data-partial]').getByText(text, { exact: true }).waitFor();
      await expectSoon(() => page().evaluate(IS_END_SEEN)).toBe(true);
    }
  });

  it.each([
    ['a small computer', { width: 1_280, height: 720 }],
    ['a phone', { width: 390, height: 844 }],
  ])('shows controls and turns in the window of %s', async (_, size) => {
    await page().setViewportSize(size);
    await own.start();
    for (let place = 0; place < 12; place++) agentSays(place);
    const last = own.turn(`11. ${WORDS.trim()}`);
    await last.waitFor();
    await expectSoon(() => page().evaluate(IS_END_SEEN)).toBe(true);
    for (const shown of [own.button('Mute'), own.button('Hang up'), last]) {
      const { x, y, width, height } = (await shown.boundingBox())!;
      const there = await page().evaluate<string>(
        `document.elementFromPoint(${x + width / 2}, ${y + height - 4})?.closest('li, button').innerText`,
      );
      expect(there).toBe(await shown.innerText());
    }
    await page().setViewportSize({ width: 1_280, height: 860 });
  });

  it('shows trouble and the end of a talk while another tab of the panel is open', async () => {
    const says = (text: string) => own.part().getByRole('status').getByText(text).waitFor();
    await own.start();
    await own.tab('Type').click();
    own.talk.isReady = false;
    own.talk.socket.close(4008);
    await says('The connection is interrupted. Connecting again…');
    await driver.isWellMade();
    await expectSoon(() => Promise.resolve(own.talk.sockets.length)).toBe(2);
    own.talk.socket.send({ type: 'ready', resume: 'R2' });
    await expectSoon(() => own.part().getByText('The connection is interrupted.').count()).toBe(0);
    own.talk.end({ ended_by: 'agent', outcome_state: 'none' });
    await says('The agent ended the talk.');
    await own.tab('Talk').click();
    await isIn('ended');
    expect(await own.part().getByText('The agent ended the talk.').count()).toBe(1);
    await own.tab('Type').click();
    await own.part().getByRole('button', { name: 'Start' }).waitFor();
    expect(await own.part().getByText('The agent ended the talk.').count()).toBe(0);
  });

  it('leaves the focus with a person who changes the agent when the talk ends', async () => {
    await own.start();
    const script = page().getByLabel('Script', { exact: true });
    await script.focus();
    own.talk.end({ ended_by: 'agent', outcome_state: 'none' });
    await isIn('ended');
    await test().getByText('You said nothing.').waitFor();
    await own.hasFocus(script);
  });
});
