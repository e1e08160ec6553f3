import { LivePage } from '../harness/live-page';
import { AGENT, LiveDriver } from '../harness/live-driver';

const driver = new LiveDriver();
const tokenOf = ({ resume }: Readonly<Record<string, unknown>>) => resume as string;

test('resumes a broken connection, replaces the previous one, and is lost later', async () => {
  const { id, socket, page, ready } = await driver.connected();
  page.begin();
  await page.until('turn');
  page.socket.terminate();
  const second = await driver.open(socket, { resume: tokenOf(ready) });
  const token = tokenOf(await second.until('ready'));
  expect(token).not.toBe(tokenOf(ready));
  second.resumeSound();
  const used = { cookie: driver.admin.cookie, resume: tokenOf(ready) };
  expect((await LivePage.refusal(driver.service.origin, socket, used)).status).toBe(404);
  const third = await driver.open(socket, { resume: token });
  expect(await second.closed).toBe(4_000);
  await third.until('ready');
  third.resumeSound();
  await driver.says(third, 'I am still here.');
  await third.until('turn', ({ speaker }) => speaker === 'agent');
  third.socket.terminate();
  await driver.ended(id, { status: 'ended', reason: 'The connection was lost.' }, 8_000);
});

test('repeats what a silent connection has swallowed to a page that resumes', async () => {
  const { id, socket, page, ready } = await driver.connected();
  page.begin();
  await page.until('state', ({ state }) => state === 'speaking');
  // For the service the page is there.
  page.socket.pause();
  await driver.ended(id, { transcript: [{ text: AGENT.opening_line }] });
  const again = await driver.open(socket, { resume: tokenOf(ready) });
  await again.until('ready');
  await again.until('turn', ({ text }) => text === AGENT.opening_line);
  await again.until('state', ({ state }) => state === 'listening');
  again.text({ type: 'hang_up' });
  await again.until('ended');
});

test.each([
  ['no JSON', 'no JSON'],
  ['sound of another length', Buffer.alloc(159)],
  ['sound of more than 4,096 bytes', Buffer.alloc(4_160, 0xff)],
  ['a text of more than 4,096 bytes', JSON.stringify({ type: 'later', more: 'x'.repeat(4_096) })],
])('ends the test with 4009 after %s', async (_, wrong) => {
  const { id, page } = await driver.connected();
  page.begin();
  page.socket.send(wrong);
  expect(await page.closed).toBe(4_009);
  await driver.ended(id, { status: expect.stringMatching(/ended|failed/) }, 3_000);
});

describe('voice tests before the agent is ready', () => {
  const opening = 'Nothing of this line sounds. More follows.';
  const begun = async () => {
    driver.engines.refusalsByText.set('Nothing of this line sounds.', 'silent');
    await driver.service
      .http(driver.account)
      .patch(`/agents/${driver.agentId}`)
      .send({ opening_line: opening });
    const { body } = await driver.http.post('/voice-tests').send({ agent_id: driver.agentId }).expect(200);
    const page = await driver.open(body.socket, { ticket: body.ticket });
    expect((await driver.read(body.id)).status).toBe('waiting');
    page.begin();
    await driver.ended(body.id, { status: 'talking', started_at: expect.any(String) }, 1_000);
    expect(page.of('ready')).toEqual([]);
    return { id: body.id as string, page };
  };
  afterEach(() => driver.engines.refusalsByText.clear());

  test('count as talking from begin, refuse another, and may be ended', async () => {
    const { id, page } = await begun();
    const { body } = await driver.http.post('/voice-tests').send({ agent_id: driver.agentId }).expect(409);
    expect(body.error).toMatchObject({ code: 'voice_test_running', details: { voice_test_id: id } });
    page.text({ type: 'hang_up' });
    expect(await page.until('ended')).toMatchObject({ ended_by: 'person', reason: null });
    const test = await driver.ended(id, { status: 'ended', ended_by: 'person' });
    expect(test).toMatchObject({ transcript: [], outcome_state: 'none', recording_url: null });
  });

  test('fail when the agent is not ready in 10 s', async () => {
    const { id, page } = await begun();
    const reason = 'The agent was not ready in 10 s.';
    expect(await page.until('ended')).toMatchObject({ ended_by: 'service', reason });
    await driver.ended(id, { status: 'failed', reason, outcome_state: 'none' });
  });

  test('wait for a voice that fails for 5 s', async () => {
    const { page } = await begun();
    await new Promise((later) => setTimeout(later, 5_000));
    expect(page.of('ended')).toEqual([]);
    driver.engines.refusalsByText.clear();
    await page.until('ready');
    await page.until('turn', ({ speaker }) => speaker === 'agent');
    page.text({ type: 'hang_up' });
    expect(await page.until('ended')).toMatchObject({ ended_by: 'person', reason: null });
  });
});

test('ignores a text of an unknown type', async () => {
  const { page } = await driver.connected();
  page.text({ type: 'later', more: {} });
  page.text({ type: 'key', key: 'long' });
  page.begin();
  await page.until('turn');
  page.text({ type: 'hang_up' });
  await page.until('ended');
});

test('closes a page that accepts no sound for 5 s with 4008, and lets it resume', async () => {
  const { page, socket, ready } = await driver.connected({ opening: 'Many words follow here. '.repeat(40) });
  page.acknowledges = false;
  page.begin();
  expect(await page.closed).toBe(4_008);
  expect(page.of('lag').length).toBeGreaterThan(0);
  expect(page.soundMs).toBeLessThanOrEqual(3_000);
  const again = await driver.open(socket, { resume: tokenOf(ready) });
  await again.until('ready');
  again.text({ type: 'hang_up' });
  await again.until('ended');
});

test('ignores a delay that no connection has', async () => {
  const { id, page } = await driver.connected();
  page.text({ type: 'begin' });
  await page.until('turn');
  page.ping(1e12);
  page.text({ type: 'hang_up' });
  await page.until('ended');
  await driver.ended(id, { status: 'ended', ended_by: 'person', delay_ms: null }, 2_000);
});
