import { describeWithMicrophone } from '../harness/chromium';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

describeWithMicrophone('Test agent: Talk again', () => {
  const own = new TalkPage();
  const { driver, button, status, test, isIn } = own;

  /** The host of a voice test looks each second whether it is to end. */
  const refuseFor = (voice_test_id: string) => {
    const error = { code: 'voice_test_running', message: 'x', details: { voice_test_id } };
    own.talk.refusal = { status: 409, error };
  };

  it('waits for the end of a talk that was hung up during a break', async () => {
    await own.start();
    const first = own.talk.id;
    // No further socket opens.
    await driver.page().evaluate('window.WebSocket = class { OPEN = 1; readyState = 0; close() {} }');
    own.talk.socket.close(4008);
    await status().getByText('The connection is interrupted. Connecting again…').waitFor();
    await button('Hang up').click();
    await isIn('ended');
    await expectSoon(() => Promise.resolve(own.talk.hangUps)).toEqual([first]);
    refuseFor(first);
    await button('Talk again').click();
    await isIn('preparing');
    await expectSoon(() => Promise.resolve(own.talk.starts.length)).toBe(3);
    await expectSoon(() => test().getAttribute('data-id')).toBe('vtest_3');
    await isIn('preparing');
  });

  it('hangs up a voice test that begins after its sound failed', async () => {
    await driver
      .page()
      .evaluate('AudioWorklet.prototype.addModule = () => Promise.reject(new Error("none"))');
    own.talk.startDelayMs = 500;
    await button('Start talking').click();
    await status().getByText('The browser could not start the sound. Reload the page.').waitFor();
    expect(own.talk.hangUps).toEqual([]);
    await expectSoon(() => Promise.resolve(own.talk.hangUps)).toEqual(['vtest_1']);
    expect(own.talk.sockets).toEqual([]);
  });

  it('repeats the request for an outcome that could not be loaded', async () => {
    await own.start();
    const path = '**/console/api/voice-tests/*';
    const error = { code: 'broken', message: 'It is broken.', request_id: 'req_broken' };
    await driver.page().route(path, (route) => route.fulfill({ status: 500, json: { error } }));
    own.talk.end({ ended_by: 'agent', outcome_state: 'none' });
    const alert = test().getByRole('alert').filter({ hasText: 'It is broken.' });
    await alert.waitFor();
    await driver.isWellMade();
    // The page repeats the request by itself, too: the button goes with the first that succeeds.
    const again = driver.page().waitForRequest(path);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await again;
    await driver.page().unroute(path);
    await alert.waitFor({ state: 'hidden' });
    await test().getByText('You said nothing.').waitFor();
  });

  it('continues the talk with a new agent at its first save', async () => {
    const page = driver.page();
    await driver.browser.goto('/agents/new');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Talked to');
    await page.getByLabel('Opening line').fill('Hello.');
    await page.getByLabel('Script', { exact: true }).fill('Talk.');
    await own.tab('Talk').click();
    await own.start();
    own.talk.socket.send({ type: 'state', state: 'listening' });
    await isIn('listening');
    await driver.button('Save').click();
    await page.waitForURL(/agents\/agent_/);
    await isIn('listening');
    await own.tab('Talk').and(page.locator('[aria-selected="true"]')).waitFor();
    await own.button('Mute').click();
    await status().getByText('You are muted.').waitFor();
    expect(own.talk.socket.messages).toEqual([{ type: 'begin' }]);
    own.talk.end({ ended_by: 'agent', outcome_state: 'none' });
    await test().getByText('You said nothing.').waitFor();
    expect(own.talk.hangUps).toEqual([]);
    await own.start('Talk again');
    await page.getByRole('link', { name: 'Agents', exact: true }).click();
    await driver.button('Leave', driver.question()).click();
    await own.sends('hang_up');
  });

  it('leads to a talk of another tab at once', async () => {
    refuseFor('vtest_9');
    await button('Start talking').click();
    await status().getByText('You are talking in another tab').waitFor();
    expect(own.talk.starts).toHaveLength(1);
  });
});
