import { describeWithMicrophone } from '../harness/chromium';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

describeWithMicrophone('Test agent: Talk, in trouble', () => {
  const own = new TalkPage();
  const { driver, part, button, field, test, status, isIn, hasFocus, start } = own;
  const { page, isWellMade } = driver;
  const says = (text: string | RegExp) => status().getByText(text).waitFor();
  const refuse = async (error: object, code = 409) => {
    own.talk.refusal = { status: code, error };
    await button('Start talking').click();
  };

  it('leads to a talk in another tab', async () => {
    await refuse({ code: 'voice_test_running', message: 'x', details: { voice_test_id: 'vtest_9' } });
    await says('You are talking in another tab');
    await hasFocus(button('Start talking'));
    await isWellMade();
    await button('Hang up there').click();
    await expectSoon(() => Promise.resolve(own.talk.hangUps)).toEqual(['vtest_9']);
    await expectSoon(() => button('Hang up there').count()).toBe(0);
    await hasFocus(button('Start talking'));
  });

  it('names a missing engine, or why there is no capacity', async () => {
    const reason = 'No STT engine for english: set a key, or run npm run speech-kit.';
    await refuse({ code: 'agent_cannot_talk', message: reason, details: { field: 'language', reason } });
    await says('This service cannot hear english yet: set a key, or run npm run speech-kit.');
    expect(await button('Talk in English, with the offline voice').count()).toBe(0);
    await isWellMade();
    const noVoice = { code: 'agent_cannot_talk', message: 'No voice.', details: { field: 'tts_model' } };
    await refuse(noVoice);
    await says('No voice.');
    const noRoom = 'There is no room for a voice test now: No media process is running.';
    await refuse({ code: 'no_room', message: noRoom });
    await part().getByRole('alert').getByText(noRoom).waitFor();
    await refuse({ code: 'rate_limited', message: 'Too many voice tests.' }, 429);
    await part().getByRole('alert').getByText('Too many voice tests.').waitFor();
    await button('Start talking').click();
    await isIn('preparing');
  });

  it('offers the language of the offline kit when another cannot be recognized', async () => {
    const reason = 'No STT engine for hinglish.';
    await refuse({ code: 'agent_cannot_talk', message: reason, details: { field: 'language', reason } });
    await isWellMade();
    await says('This service cannot hear hinglish yet: set a key.');
    const offered = button('Talk in English, with the offline voice');
    await offered.click();
    await isIn('preparing');
    expect(own.talk.starts.at(-1)).toMatchObject({ draft: { language: 'english', tts_model: 'local' } });
    expect(own.talk.starts.at(-1)).not.toHaveProperty('draft.voice');
  });

  it.each([
    ['NotAllowedError', 'Allow the microphone for this page in your browser.'],
    ['NotFoundError', 'No microphone was found.'],
    ['NotReadableError', 'Another program uses the microphone: close it, or choose another microphone.'],
  ])('ends a voice test without a microphone (%s)', async (name, text) => {
    await page().evaluate(
      `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}'))`,
    );
    await button('Start talking').click();
    await says(text);
    await hasFocus(button('Start talking'));
    await expectSoon(() => Promise.resolve(own.talk.hangUps)).toEqual([own.talk.id]);
    expect(await test().getAttribute('data-state')).toBeNull();
  });

  it('requests the permission of the microphone, and shows how to give it', async () => {
    await driver.browser.context.clearPermissions();
    await button('Start talking').click();
    await says('Allow the microphone for this page in your browser.');
    await isWellMade();
  });

  it('starts no talk on a page of plain http', async () => {
    await page().evaluate('delete Navigator.prototype.mediaDevices');
    await button('Start talking').click();
    await says(
      'Browsers give the microphone to https pages, and to http://localhost on this computer, alone.',
    );
    expect(own.talk.starts).toEqual([]);
  });

  it('names the proxy when no socket opens though the service answers', async () => {
    own.talk.hasSocket = false;
    await button('Start talking').click();
    await says(
      'The sound cannot connect: a proxy before the service must pass WebSockets below /console/live/.',
    );
    // The browser's own words.
    expect(driver.browser.problems.splice(0)).toEqual([expect.stringContaining('WebSocket connection')]);
  });

  it('resumes a talk after a break of the socket, and shows it', async () => {
    await start();
    own.talk.socket.send({ type: 'state', state: 'listening' });
    await isIn('listening');
    own.talk.isReady = false;
    own.talk.socket.close(4008);
    await says('The connection is interrupted. Connecting again…');
    await expectSoon(() => Promise.resolve(own.talk.sockets.length)).toBe(2);
    expect(own.talk.socket.protocols).toEqual(['aics-live-1', 'resume.R1']);
    own.talk.socket.send({ type: 'ready', resume: 'R2' });
    await expectSoon(() => status().textContent()).toBe('');
    await expectSoon(() => Promise.resolve(own.talk.socket.sound.length)).toBeGreaterThan(10);
    expect(own.talk.socket.messages).toEqual([]);
    own.talk.end({ ended_by: 'agent' });
    await says('The agent ended the talk.');
  });

  it('distinguishes a lost connection from a stopped service', async () => {
    const loseSocket = async () => {
      own.talk.isReady = false;
      own.talk.change({ status: 'talking' });
      const before = own.talk.sockets.length;
      own.talk.socket.close(1001);
      await expectSoon(() => Promise.resolve(own.talk.sockets.length)).toBe(before + 1);
    };
    await start();
    await loseSocket();
    own.talk.change({ status: 'failed', reason: 'The connection was lost.' });
    await says('The connection was lost.');
    await isIn('ended');
    own.talk.isReady = true;
    await start('Talk again');
    await loseSocket();
    await says('The voice test was lost: the service stopped.');
    await isWellMade();
  });

  it('shows why the service ended a talk whose socket it closed', async () => {
    await start();
    own.talk.change({ status: 'failed', reason: 'The service was stopping.' });
    own.talk.socket.close(4001);
    await says('The service was stopping.');
  });

  it('shows that the connection is slow', async () => {
    own.talk.pongDelayMs = 420;
    await start();
    await says(/^Your connection is slow: \d+ ms\. Callers will not have this\.$/);
    await isWellMade();
  });

  it('continues with another microphone when one is removed', async () => {
    await page().evaluate(`{
      const devices = navigator.mediaDevices;
      const real = devices.getUserMedia.bind(devices);
      devices.getUserMedia = async (constraints) => (window.lastStream = await real(constraints));
    }`);
    await start();
    await expectSoon(() => field('Microphone').locator('option').count()).toBeGreaterThan(1);
    await field('Microphone').selectOption({ index: 1 });
    await page().evaluate(`window.lastStream.getTracks().forEach((track) => {
      track.stop();
      track.dispatchEvent(new Event('ended'));
    })`);
    await says('The microphone was unplugged: another one is in use.');
    await expectSoon(own.isMicrophoneSilent).toBe(false);
    await isWellMade();
  });

  it('continues when a microphone that was forbidden during the talk is allowed again', async () => {
    await start();
    await driver.browser.context.clearPermissions();
    await says('Allow the microphone for this page in your browser.');
    await isWellMade();
    await driver.browser.context.grantPermissions(['microphone']);
    await expectSoon(() => status().textContent()).toBe('');
    await expectSoon(own.isMicrophoneSilent).toBe(false);
  });

  it('plays the agent, and stops at once when the person interrupts', async () => {
    await start();
    const delay = () => Promise.resolve(own.talk.socket.pings.at(-1)?.delay_ms ?? 0);
    own.talk.socket.speak(1_900);
    await expectSoon(() => Promise.resolve(own.talk.socket.pings.at(-1)?.received_ms)).toBe(1_900);
    own.talk.socket.speak(1_900);
    await expectSoon(delay).toBeGreaterThan(500);
    own.talk.socket.send({ type: 'flush' });
    await expectSoon(async () => (await delay()) < 200).toBe(true);
  });

  it('shows that the browser plays no sound, as without loudspeakers', async () => {
    await page().evaluate(`window.AudioContext = class extends AudioContext {
      set onstatechange(_) {}
      get state() { return 'suspended'; }
    }`);
    await start();
    await says('The browser has paused the sound.');
  });

  it('reports a microphone that is silent for 10 s while the agent listens', async () => {
    await page().evaluate(`{
      navigator.mediaDevices.getUserMedia = async () =>
        new AudioContext().createMediaStreamDestination().stream;
    }`);
    await start();
    own.talk.socket.send({ type: 'state', state: 'listening' });
    await isIn('listening');
    await driver.page().waitForTimeout(8_000);
    expect(await status().textContent()).toBe('');
    await says('Your microphone is silent.');
    await isWellMade();
  });

  it('reports a microphone that receives the agent', async () => {
    await page().evaluate(`{
      const { connect } = AudioNode.prototype;
      AudioNode.prototype.connect = function (to, ...rest) {
        if (this instanceof GainNode) {
          const air = this.context.createMediaStreamDestination();
          connect.call(this, air);
          window.echo = air.stream;
        }
        return connect.call(this, to, ...rest);
      };
      navigator.mediaDevices.getUserMedia = async () => window.echo;
    }`);
    await start();
    own.talk.socket.send({ type: 'state', state: 'speaking' });
    own.talk.socket.speak(1_900);
    await page().waitForTimeout(1_500);
    own.talk.socket.speak(1_500);
    await says('Use headphones.');
  });

  it('ends a talk in another account of the login', async () => {
    const { id: account_id } = await driver.service.account({ name: 'Moonrise' });
    await driver.tests.member(account_id, ['STAFF'], driver.person.email);
    await driver.browser.goto(`/agents/${own.agentId}?account=${driver.account.id}`);
    await own.tab('Talk').click();
    await refuse({
      code: 'voice_test_running',
      message: 'x',
      details: { voice_test_id: 'vtest_8', account_id },
    });
    await says(/^The talk is in the account .Moonrise.\.$/u);
    await isWellMade();
    const request = page().waitForRequest('**/voice-tests/vtest_8/hang-up');
    await button('Hang up there').click();
    expect((await request).headers()['x-account']).toBe(account_id);
    await expectSoon(() => button('Hang up there').count()).toBe(0);
  });
});
