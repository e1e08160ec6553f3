import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { faultsByKeyboard } from '../harness/keyboard-audit';

const SIZES = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
];

describeWithBrowser('The console by keyboard', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const paths = new Map<string, string>();

  beforeAll(async () => {
    const agentId = await makeAgent(driver.service, driver.account, { name: 'Asha' });
    const calls = new CallTests(driver.service, driver.account, agentId);
    const { id } = await calls.queue({ phone_number: number(), test: true });
    const batch = { agent_id: agentId, calls: [{ phone_number: number() }] };
    const { body } = await driver.service.http(driver.account).post('/batches').send(batch).expect(200);
    await eventually(async () => {
      const { status } = await driver.service.api(driver.account).get(`/calls/${id}`);
      expect(status).toBe('completed');
    });
    paths.set('an agent', `/agents/${agentId}`);
    paths.set('a call', `/calls/${id}`);
    paths.set('a batch', `/batches/${(body as { id: string }).id}`);
  });

  it.each([
    ['/'],
    ['/calls'],
    ['a call'],
    ['/batches'],
    ['/batches/new'],
    ['a batch'],
    ['/human-calls'],
    ['/do-not-call'],
    ['/credits'],
    ['/agents'],
    ['/agents/new'],
    ['an agent'],
    ['/tools'],
    ['/tools/new'],
    ['/phone-numbers'],
    ['/counsellors'],
    ['/webhook'],
    ['/keys'],
    ['/settings'],
    ['/settings/members'],
    ['/settings/audit-log'],
    ['/profile'],
  ])('reaches each control of %s by keyboard, with a focus ring and in view', async (page) => {
    await driver.browser.goto(paths.get(page) ?? page);
    const faults: string[] = [];
    for (const size of SIZES) {
      await driver.page().setViewportSize(size);
      const found = await faultsByKeyboard(driver.page());
      faults.push(...found.map((fault) => `${size.width}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });

  it.each([390, 900])('shows the longest zone of a focused time within %d px', async (width) => {
    await driver.page().setViewportSize({ width, height: 1_100 });
    await driver.browser.goto(paths.get('a call') ?? '');
    await driver.page().getByTestId('timeline-entry').first().waitFor();
    for (const time of await driver.page().locator('main time').all()) {
      await time.evaluate((element) => (element.dataset['zone'] = 'America/Argentina/Buenos_Aires'));
      await time.focus();
      await driver.page().keyboard.press('Shift');
      expect(await driver.page().evaluate('document.documentElement.scrollWidth')).toBe(width);
    }
  });
});
