import { makeAgent } from '../harness/builders';
import { describeWithMicrophone } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { compileThreads } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';

compileThreads();

describeWithMicrophone('Agent editor: voice, versions and keyboard', () => {
  let engines: SpeechServer;
  const driver = new ConsoleDriver({
    as: 'ADMIN',
    environment: async () => {
      engines = await SpeechServer.start();
      return engines.environment;
    },
  });
  afterAll(() => engines.close());
  const { page, button, isWellMade } = driver;

  it('plays the opening line in a voice', async () => {
    const id = await makeAgent(driver.service, driver.account, {
      name: 'Asha',
      language: 'english',
      tts_model: 'openai',
      voice: 'alloy',
      opening_line: 'Hello {{contact_name}}, this is Asha of Sunrise. Can we talk?',
    });
    await driver.browser.goto(`/agents/${id}`);
    await button('Play').click();
    await page().getByText('“Hello, this is Asha of Sunrise.”').waitFor();
    await page().getByLabel('Voice engine').selectOption('google');
    await button('Play').click();
    // With a speech kit on this machine it speaks instead.
    await page()
      .getByText(/by the offline kit|The TTS engine google has no key\./u)
      .waitFor();
    await isWellMade();
  });

  it('compares an earlier version with the agent, and restores it', async () => {
    const id = await makeAgent(driver.service, driver.account, {
      name: 'Ravi',
      system_prompt: 'Be brief.\nAsk for the city.\nSay goodbye.',
    });
    driver.service.clock.advance(60_000);
    const changed = { system_prompt: 'Be brief.\nAsk for the budget.\nSay goodbye.' };
    await driver.service.api(driver.account).patch(`/agents/${id}`, changed);
    await driver.browser.goto(`/agents/${id}`);
    await button('Versions').click();
    const dialog = driver.dialog('Versions');
    const script = dialog.locator('[data-field="system_prompt"]');
    await script.locator('[data-kind="removed"]', { hasText: 'Ask for the city.' }).waitFor();
    await script.locator('[data-kind="added"]', { hasText: 'Ask for the budget.' }).waitFor();
    await isWellMade();
    await button('Use again', dialog).click();
    await page().getByText('Save it to use it').waitFor();
    expect(await page().getByLabel('Script').inputValue()).toContain('Ask for the city.');
    await button('Save').click();
    await page().getByText('Unsaved changes').waitFor({ state: 'hidden' });
    const { system_prompt: saved } = await driver.service.api(driver.account).get(`/agents/${id}`);
    expect(saved).toContain('Ask for the city.');
  });

  it('restores the version that is shown, not the one at its place', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Tara', opening_line: 'One.' });
    for (const opening_line of ['Two.', 'Three.']) {
      driver.service.clock.advance(60_000);
      await driver.service.api(driver.account).patch(`/agents/${id}`, { opening_line });
    }
    await driver.browser.goto(`/agents/${id}`);
    await button('Versions').click();
    const dialog = driver.dialog('Versions');
    const removed = (text: string) => dialog.locator('[data-kind="removed"]', { hasText: text });
    await removed('Two.').waitFor();
    let goOn = (): void => undefined;
    const isTried = new Promise<void>((resolve) => (goOn = resolve));
    await page().route(
      '**/versions/*',
      async (sent) => {
        await isTried;
        await sent.continue();
      },
      { times: 1 },
    );
    await dialog.getByRole('combobox').selectOption({ index: 2 });
    await expectSoon(() => button('Use again', dialog).isDisabled()).toBe(true);
    goOn();
    await removed('One.').waitFor();
    await button('Use again', dialog).click();
    await expectSoon(() => page().getByLabel('Opening line').inputValue()).toBe('One.');
    await button('Discard changes').click();
    await button('Discard changes', driver.question()).click();
  });

  it('saves by Ctrl+S on keyboards with other layouts', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Dmitri' });
    await driver.browser.goto(`/agents/${id}`);
    // True: the browser would save the page.
    const pressed = (key: string, code: string) =>
      page().evaluate<boolean>(
        `document.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', code: '${code}', ctrlKey: true, cancelable: true }))`,
      );
    expect(await pressed('ы', 'KeyS')).toBe(false);
    await page().getByText('Nothing has changed.').waitFor();
    // The letter O of a Dvorak keyboard.
    expect(await pressed('o', 'KeyS')).toBe(true);
    expect(await pressed('s', 'Semicolon')).toBe(false);
  });

  it('leaves the focus in the typed field when the tested agent answers, and moves between tabs by arrow keys', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Mira' });
    await driver.browser.goto(`/agents/${id}`);
    const answer = page().getByLabel('Answer as the contact');
    const tab = (name: string) => page().getByRole('tab', { name, exact: true });
    let goOn = (): void => undefined;
    const isTyped = new Promise<void>((resolve) => (goOn = resolve));
    await page().route('**/test-conversations', async (sent) => {
      await isTyped;
      await sent.continue();
    });
    await button('Start').click();
    const script = page().getByLabel('Script', { exact: true });
    await script.focus();
    goOn();
    await answer.waitFor();
    await page().keyboard.type('X');
    await expectSoon(() => script.inputValue()).toContain('X');
    await page().unroute('**/test-conversations');
    await tab('Talk').click();
    await page().keyboard.press('ArrowLeft');
    await answer.waitFor();
    await tab('Type').and(page().locator(':focus')).waitFor();
    await button('Discard changes').click();
    await button('Discard changes', driver.question()).click();
  });

  it('fits the script editor to the page, with the test panel beside it in view', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Tall' });
    await driver.browser.goto(`/agents/${id}`);
    const script = await page().getByLabel('Script').boundingBox();
    expect(script?.height).toBeGreaterThan(600);
    await page().getByLabel('Hand-off numbers').scrollIntoViewIfNeeded();
    const panel = page().getByRole('region', { name: 'Test agent' });
    const box = await panel.boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect(box?.y).toBeLessThan(400);
    await page().setViewportSize({ width: 390, height: 844 });
    await panel.getByRole('tab', { name: 'Type' }).waitFor();
    await button('Go to “Test agent”').click();
    await panel.getByRole('tab', { name: 'Type' }).and(page().locator(':focus')).waitFor();
    await page().setViewportSize({ width: 1_280, height: 860 });
  });
});
