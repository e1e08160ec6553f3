import type { Locator } from 'playwright-core';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

const AGENT = {
  name: 'Asha',
  language: 'english',
  opening_line: 'Hello {{contact_name}}, this is Asha, about {{course}}. Is this a good time?',
  system_prompt: 'Talk about {{course}}.',
  extraction_questions: ['What is your budget?'],
};

describeWithBrowser('Test agent', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, isWellMade } = driver;
  let agentId: string;

  beforeAll(async () => {
    agentId = await makeAgent(driver.service, driver.account, AGENT);
    const profile = driver.tests.http(driver.person.headers).patch('/me');
    await profile.send({ mobile_number: '+919876500001' }).expect(200);
  });

  const part = () => page().getByRole('region', { name: 'Test agent' });
  const button = (name: string) => part().getByRole('button', { name, exact: true });
  const tab = (name: string) => part().getByRole('tab', { name, exact: true });
  const turn = (speaker: string, text: string): Locator =>
    part().locator(`[data-testid="turn"][data-speaker="${speaker}"]`, { hasText: text });
  const field = (name: string) => part().getByLabel(name, { exact: true });

  it('tries an unsaved agent by typing, and shows what is wrong with it', async () => {
    await driver.browser.goto('/agents/new');
    await button('Start').click();
    await part().getByRole('alert').getByText('The agent cannot be tried like this: name').waitFor();
    await page().getByLabel('Name', { exact: true }).fill('Nia');
    await page().getByLabel('Opening line').fill('Good day.');
    await page().getByLabel('Script').fill('Be short.');
    await button('Start').click();
    await turn('agent', 'Good day.').waitFor();
    await tab('Simulate').click();
    await part().getByText('Save the agent first: calls use what is saved.').waitFor();
    await page().getByRole('button', { name: 'Discard changes' }).click();
  });

  it('preserves the typed conversation at the first save, and saves it as a test', async () => {
    await driver.browser.goto('/agents/new');
    await page().getByLabel('Name', { exact: true }).fill('Saved while typing');
    await page().getByLabel('Opening line').fill('Good day, {{contact_name}}.');
    await page().getByLabel('Script').fill('Be short.');
    await part().getByText('Values of the call').click();
    await field('Name').fill('Rohan');
    await button('Start').click();
    await turn('agent', 'Good day, Rohan.').waitFor();
    await field('Answer as the contact').fill('Hello');
    await button('Send').click();
    await turn('contact', 'Hello').waitFor();
    await page().getByRole('button', { name: 'Save', exact: true }).click();
    await page().waitForURL(/agents\/agent_/u);
    await turn('contact', 'Hello').waitFor();
    await button('Save as test').waitFor();
    await page().reload();
    await button('Start').waitFor();
    await expectSoon(() => part().getByTestId('turn').count()).toBe(0);
  });

  it('types a conversation by keyboard, with the values of a call, to its outcome', async () => {
    await driver.browser.goto(`/agents/${agentId}`);
    await part().getByText('Values of the call').click();
    await field('Name').fill('Rohan');
    await field('course').fill('MBA');
    await button('Start').focus();
    await page().keyboard.press('Enter');
    await turn('agent', 'Hello Rohan, this is Asha, about MBA. Is this a good time?').waitFor();
    const answer = field('Answer as the contact');
    await answer.and(page().locator(':focus')).waitFor();
    await page().keyboard.type('Yes, tell me.');
    await page().keyboard.press('Enter');
    await turn('contact', 'Yes, tell me.').waitFor();
    await turn('agent', 'what is your budget').waitFor();
    await expectSoon(() => answer.inputValue()).toBe('');
    await answer.fill(`My budget is two lakh ${HOSTILE}`);
    await button('Send').click();
    await turn('contact', '<img src=x').waitFor();
    await part().getByText('The agent has ended the conversation.').waitFor();
    await button('End and analyse').click();
    const outcome = part().getByTestId('test-outcome');
    await outcome.getByText('What is your budget?').waitFor();
    await outcome.getByText('two lakh').first().waitFor();
    await outcome.getByRole('heading').first().and(page().locator(':focus')).waitFor();
    await isWellMade();
    await button('Start again').click();
    await outcome.waitFor({ state: 'hidden' });
    await expectSoon(() => part().locator('[data-testid="turn"]').count()).toBe(1);
  });

  it('types with the unsaved form, ends after silences, and focuses the analysis', async () => {
    await page().getByLabel('Opening line').fill('A new opening.');
    await button('Start again').click();
    await turn('agent', 'A new opening.').waitFor();
    await button('Say nothing').click();
    await part().locator('[data-testid="turn"]').nth(1).waitFor();
    await button('Say nothing').click();
    await part().getByText('The agent has ended the conversation.').waitFor();
    await expectSoon(() => button('Say nothing').count()).toBe(0);
    await button('End and analyse').and(page().locator(':focus')).waitFor();
    await page().keyboard.press('Enter');
    await part().getByTestId('test-outcome').getByText('Incomplete').waitFor();
  });

  it('preserves typed text over a lost connection and too many requests', async () => {
    await button('Start again').click();
    await turn('agent', 'A new opening.').waitFor();
    await page().route('**/test-conversations', (route) => route.abort());
    await field('Answer as the contact').fill('Are you there?');
    await button('Send').click();
    await part().getByRole('alert').getByText('No connection to the service.').waitFor();
    await expectSoon(() => turn('contact', 'Are you there?').count()).toBe(0);
    await page().unroute('**/test-conversations');
    const own = driver.tests.http(driver.person.headers);
    const used = await Promise.all(
      Array.from({ length: 30 }, () => own.post('/test-conversations').send({ agent_id: agentId })),
    );
    expect(used.some(({ status }) => status === 429)).toBe(true);
    await button('Send').click();
    await part()
      .getByRole('alert')
      .getByText(/^Too many requests/)
      .waitFor();
    await expectSoon(() => field('Answer as the contact').inputValue()).toBe('Are you there?');
    driver.service.clock.advance(60_000);
    await button('Send').click();
    await turn('contact', 'Are you there?').waitFor();
  });

  it('simulates a test call of the saved agent with a chosen ending to its outcome', async () => {
    await tab('Type').focus();
    for (const name of ['Talk', 'Simulate']) {
      await page().keyboard.press('ArrowRight');
      await tab(name).and(page().locator(':focus')).waitFor();
    }
    await part().getByText('Calls use the agent as it was saved').first().waitFor();
    await expectSoon(() => field('Phone number').inputValue()).toBe('+919876540001');
    await field('The contact').selectOption({ label: 'says never to call again' });
    await field('Phone number').fill('12');
    await button('Start test call').click();
    await field('Phone number').and(page().locator('[aria-invalid="true"]')).waitFor();
    await field('Phone number').fill('+91 98765 40001');
    await button('Start test call').click();
    const call = part().getByTestId('test-call');
    await call.locator('[data-status="completed"]').waitFor();
    await call.getByTestId('outcome').getByText('Do Not Call', { exact: true }).waitFor();
    await call.locator('[data-testid="turn"]', { hasText: 'Hello Rohan, this is Asha, about MBA' }).waitFor();
    const { data } = await driver.service.api(driver.account).get('/calls');
    expect(data[0]).toMatchObject({
      test: true,
      phone_number: '+919876540008',
      agent_id: agentId,
      contact: { name: 'Rohan' },
      variables: { course: 'MBA' },
    });
    await isWellMade();
    // Again is another call.
    await button('Start test call').click();
    await part().locator(`[data-testid="test-call"]:not([data-id="${data[0]?.id}"])`).waitFor();
    expect((await driver.service.api(driver.account).get('/calls')).data).toHaveLength(2);
    await expectSoon(() => call.getByRole('link', { name: 'Open the call' }).getAttribute('href')).toContain(
      '/calls/call_',
    );
  });

  it('calls the own number first for a real call, and shows why it waits', async () => {
    await page().keyboard.press('Escape');
    await tab('Call a phone').click();
    await expectSoon(() => field('Phone number').inputValue()).toBe('+919876500001');
    await button('Call this phone').click();
    const call = part().getByTestId('test-call');
    await call.locator('[data-status="completed"]').waitFor();
    const [first] = (await driver.service.api(driver.account).get('/calls')).data;
    expect(first).toMatchObject({ test: false, phone_number: '+919876500001' });
    // The number was called just now.
    await button('Call this phone').click();
    await part()
      .getByText(/^It waits: /)
      .waitFor();
    await call.locator('[data-status="queued"]').waitFor();
    await button('Call this phone').click();
    await part().getByRole('alert').getByText('already').waitFor();
    await isWellMade();
  });

  it('offers typing alone for an agent that places no calls', async () => {
    const inbound = await makeAgent(driver.service, driver.account, {
      ...AGENT,
      name: 'Inbound',
      direction: 'inbound',
    });
    await page().getByRole('button', { name: 'Discard changes' }).click();
    await driver.browser.goto(`/agents/${inbound}`);
    for (const name of ['Simulate', 'Call a phone']) {
      await tab(name).click();
      await part().getByRole('tabpanel', { name }).getByText('The agent places no calls').waitFor();
    }
    await tab('Type').click();
    await button('Start').click();
    await turn('agent', 'this is Asha').waitFor();
  });

  it('fills the first number of a simulated call with its field', async () => {
    let goOn = (): void => undefined;
    const isLate = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/console/api/settings', async (route) => {
      await isLate;
      await route.continue();
    });
    await driver.browser.goto(`/agents/${agentId}`);
    const number = field('Phone number');
    await part().waitFor();
    await tab('Simulate')
      .click({ timeout: 1_000 })
      .catch(() => undefined);
    await expectSoon(() => number.count()).toBe(0);
    goOn();
    await tab('Simulate').click();
    await expectSoon(() => number.inputValue()).toBe('+919876540001');
    await page().unroute('**/console/api/settings');
  });
});
