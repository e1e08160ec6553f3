import { gzipSync } from 'node:zlib';
import type { Locator } from 'playwright-core';
import { changes } from '../../src/cli/account-change';
import { makeAgent, number } from '../harness/builders';
import { describeWithMicrophone } from '../harness/chromium';
import { withDatabaseOf } from '../harness/commands';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { FakeTalk } from '../harness/fake-talk';

const BLOCK_SAMPLES = 800;

/** The page's `contexts` has each AudioContext that it makes. */
const COUNT_CONTEXTS = `
  window.contexts = [];
  window.AudioContext = class extends AudioContext {
    constructor(options) {
      super(options);
      contexts.push(this);
    }
  };`;

/** 100 ms: a loud first side, a silent second one. */
function block(atMs: number): Buffer {
  const bytes = Buffer.alloc(4 + 2 * BLOCK_SAMPLES, 0xff);
  bytes.writeUInt32BE(atMs);
  for (let at = 0; at < BLOCK_SAMPLES; at++) bytes[4 + at] = at % 8 < 4 ? 0x8f : 0x0f;
  return bytes;
}

describeWithMicrophone('Call: Listen, in trouble', () => {
  const driver = new ConsoleDriver({ as: 'STAFF', account: { lines: 0 } });
  const { page, button, isWellMade } = driver;
  let id: string;
  let talk: FakeTalk;

  const set = (options: object) =>
    withDatabaseOf(driver.service, (ops) => ops.setAccount(driver.account.id, changes(options)));

  beforeAll(async () => {
    const agent_id = await makeAgent(driver.service, driver.account, { name: 'Asha' });
    const queued = { agent_id, phone_number: number() };
    id = (await driver.service.api(driver.account).post('/calls', queued)).id;
    // As a carrier would leave it, which the test plays.
    await driver.service.unitOfWork.affected(
      "UPDATE calls SET status = 'in_progress', dialed_at = $2, answered_at = $2 WHERE id = $1",
      [id, driver.service.clock.now()],
    );
  });
  beforeEach(async () => {
    await set({ listening: 'staff', listeningNotice: 'script' });
    await page().unrouteAll({ behavior: 'ignoreErrors' });
    talk = await FakeTalk.open(page());
    await page().route('**/console/api/calls/*/listen', (route) =>
      route.fulfill({
        json: {
          object: 'listening',
          ticket: 'T1',
          socket: `/console/live/calls/${id}`,
          sides: ['agent', 'contact'],
        },
      }),
    );
    await driver.browser.goto(`/calls/${id}`);
  });

  const part = () => page().getByTestId('listening');
  const inPart = (name: string) => button(name, part());
  const status = () => part().getByRole('status');
  const says = (text: string) => status().getByText(text).waitFor();
  const isIn = (state: string) =>
    part()
      .and(page().locator(`[data-state="${state}"]`))
      .waitFor();
  const hasFocus = (locator: Locator) => locator.and(page().locator(':focus')).waitFor();
  const turn = (text: string) => page().locator('[data-testid="turn"]', { hasText: text });
  const soon = (read: () => unknown) => expectSoon(() => Promise.resolve(read()));
  const start = async () => {
    await inPart('Listen').click();
    await isIn('listening');
  };

  it('shows words as they are spoken, and acknowledges the sound', async () => {
    await start();
    const { socket } = talk;
    expect(socket.protocols).toEqual(['aics-live-1', 'ticket.T1']);
    for (let at = 0; at < 10; at++) socket.sendSound(block(at * 100));
    const level = async () => Number(await part().getByTestId('level').getAttribute('aria-valuenow'));
    await expectSoon(level).toBeGreaterThan(80);
    await soon(() => socket.pings.at(-1)?.received_ms).toBe(1_000);
    socket.send({ type: 'partial', text: 'Two ye' });
    await turn('Two ye').and(page().locator('[data-partial="true"]')).waitFor();
    const last = { speaker: 'contact', text: 'Two years.', start_ms: 900, end_ms: 1_900 };
    const first = { speaker: 'agent', text: 'How long?', start_ms: 0, end_ms: 800 };
    for (const one of [last, first]) socket.send({ type: 'turn', ...one });
    await turn('Two years.').waitFor();
    const turns = page().getByTestId('turn');
    await expectSoon(() => turns.allTextContents()).toEqual([
      expect.stringContaining('How long?'),
      expect.stringContaining('Two years.'),
    ]);
    await isWellMade();
  });

  it('reports dropped sound', async () => {
    await start();
    talk.socket.send({ type: 'lag', dropped_ms: 700 });
    await says('Some sound was left out: your connection is too slow.');
    await isWellMade();
  });

  it('resumes after a break of the socket, and shows it', async () => {
    await start();
    talk.isReady = false;
    talk.socket.close(4008);
    await says('The connection is interrupted. Connecting again…');
    await soon(() => talk.sockets.length).toBe(2);
    expect(talk.socket.protocols).toEqual(['aics-live-1', 'resume.R1']);
    expect(await status().getByText('You hear this call.').count()).toBe(0);
    await isWellMade();
    talk.socket.send({ type: 'ready', resume: 'R2' });
    await expectSoon(() => status().textContent()).toBe('You hear this call.');
  });

  it('shows that the connection was lost, and listens again', async () => {
    await start();
    talk.isReady = false;
    talk.socket.close(1001);
    await says('The connection was lost. Press “Listen” to hear the call again.');
    await isWellMade();
    talk.isReady = true;
    await start();
  });

  it('gives up when nothing answers, and offers no button once the call is over', async () => {
    await start();
    talk.isReady = false;
    await page().route('**/console/api/calls/*/listen', () => undefined);
    talk.socket.close(1001);
    const lostAt = performance.now();
    await says('The connection was lost. Press “Listen” to hear the call again.');
    expect(performance.now() - lostAt).toBeLessThan(13_000);
    await page().route('**/console/api/calls/*/context', async (route) => {
      const context = await (await route.fetch()).json();
      await route.fulfill({ json: { ...context, live: { ...context.live, status: 'completed' } } });
    });
    await inPart('Listen').waitFor({ state: 'hidden' });
    expect(await status().textContent()).toBe('The connection was lost.');
  });

  it('names the proxy when no socket opens though the service answers', async () => {
    talk.hasSocket = false;
    await inPart('Listen').click();
    await says(
      'The sound cannot connect: a proxy before the service must pass WebSockets below /console/live/.',
    );
    await isWellMade();
    // The browser's own words.
    expect(driver.browser.problems.splice(0)).toEqual([expect.stringContaining('WebSocket connection')]);
  });

  it('shows that the browser has paused the sound', async () => {
    await page().evaluate(`{
      const Real = AudioContext;
      window.AudioContext = class extends Real {
        constructor(options) {
          super(options);
          window.lastContext = this;
        }
      };
    }`);
    await start();
    await page().evaluate('window.lastContext.suspend()');
    await says('The browser has paused the sound.');
    await page().evaluate('window.lastContext.resume()');
    await expectSoon(() => status().textContent()).toBe('You hear this call.');
    await inPart('Stop listening').click();
    await expectSoon(() => page().evaluate('window.lastContext.state')).toBe('closed');
  });

  it('ends the call over the socket, also after a break, and shows when the call did not end', async () => {
    await start();
    await inPart('End call').click();
    await button('End call', driver.question()).click();
    await soon(() => talk.socket.messages).toEqual([{ type: 'hang_up' }]);
    talk.socket.close(1001);
    await soon(() => talk.sockets.length).toBe(2);
    await soon(() => talk.socket.messages).toEqual([{ type: 'hang_up' }]);
    await says('The call did not end. Try again.');
    await isWellMade();
    talk.socket.send({ type: 'ended', ended_by: 'human', reason: 'A person of the account ended the call.' });
    await says('A person of the account ended the call.');
    await hasFocus(inPart('Listen').or(page().getByRole('heading', { level: 1 })));
  });

  it('leaves no sound open when listening stops before its code is loaded', async () => {
    await page().addInitScript({ content: COUNT_CONTEXTS });
    await page().reload();
    await page().route('**/assets/call-listening-*', () => undefined);
    await inPart('Listen').click();
    await inPart('Stop listening').click();
    const states = () => page().evaluate('contexts.map(({ state }) => state)');
    await expectSoon(states).toEqual(['closed']);
  });

  it('shows any other error in its place', async () => {
    const json = { error: { code: 'rate_limited', message: 'Too many requests.', details: {} } };
    await page().route('**/listen', (route) => route.fulfill({ status: 429, json }), { times: 1 });
    await inPart('Listen').click();
    await part().getByRole('alert').getByText('Too many requests.').waitFor();
    await isWellMade();
    await start();
  });

  it('offers no listening to users without permission', async () => {
    await set({ listening: 'admins' });
    await page().reload();
    await driver.browser.shows('call');
    expect(await part().count()).toBe(0);
    await driver.browser.goto('/calls');
    await driver.row(id).waitFor();
    expect(await button('Listen', driver.row(id)).count()).toBe(0);
  });

  it('loads at most 8 KB for listening, at the first press', async () => {
    await page().reload();
    await driver.browser.shows('call');
    await page().waitForLoadState('networkidle');
    const sizes: Promise<number>[] = [];
    page().on('response', (answer) => {
      if (!answer.url().includes('/assets/')) return;
      sizes.push(answer.body().then((body) => gzipSync(body, { level: 9 }).length));
    });
    await start();
    await inPart('End call').waitFor();
    const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThanOrEqual(3);
    expect(total).toBeLessThanOrEqual(8 * 1_024);
  });
});
