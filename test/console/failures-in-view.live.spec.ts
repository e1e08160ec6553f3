import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

describeWithBrowser('Failures of forms', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog } = driver;
  const HEIGHT = 400;
  let agentId: string;

  beforeAll(async () => {
    agentId = await makeAgent(driver.service, driver.account, { name: 'Asha' });
    await page().setViewportSize({ width: 1_280, height: HEIGHT });
  });

  const isInView = async (text: string) => {
    const alert = page().getByRole('alert').filter({ hasText: text });
    await alert.waitFor();
    const { y = -1, height = 0 } = (await alert.boundingBox()) ?? {};
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y + height).toBeLessThanOrEqual(HEIGHT);
  };

  it('scrolls to the failure of a dialog', async () => {
    const phone_number = number();
    const scheduled_for = new Date(Date.now() + 86_400_000).toISOString();
    await new CallTests(driver.service, driver.account, agentId).queue({ phone_number, scheduled_for });
    await driver.browser.goto('/calls');
    await button('New call').click();
    const form = dialog('New call');
    await form.getByLabel('Phone number').fill(phone_number);
    await form.getByLabel('Try again').focus();
    await button('New call', form).click();
    await isInView('This number already has a waiting call.');
    await button('Cancel', form).click();
  });

  it('scrolls to the failure of the agent editor, whose button stays at the end of the window', async () => {
    await driver.browser.goto(`/agents/${agentId}`);
    await page().getByLabel('Opening line').fill('Hello.');
    const change = { opening_line: 'Namaste.' };
    await driver.service.http(driver.account).patch(`/agents/${agentId}`).send(change).expect(200);
    await page().getByLabel('Script').focus();
    await button('Save').click();
    await isInView('Somebody saved this agent meanwhile');
    page().once('dialog', (leave) => void leave.accept());
  });
});
