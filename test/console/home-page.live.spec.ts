import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

/** Runs in the browser: the contrast of each fill of a chart against the page (WCAG 2.2, 1.4.11). */
const CONTRASTS = `(() => {
  const luminance = (colour) => {
    const context = document.createElement('canvas').getContext('2d');
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data]
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const page = luminance(getComputedStyle(document.body).backgroundColor);
  return [...document.querySelectorAll('main svg rect')].map((bar) => {
    const own = luminance(getComputedStyle(bar).fill);
    return (Math.max(own, page) + 0.05) / (Math.min(own, page) + 0.05);
  });
})()`;

describeWithBrowser('Home', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN', environment: { SIMULATOR_SPEED: 'max' } });
  const { page, isWellMade } = driver;

  it('loads with at most 14 requests', async () => {
    const asked: string[] = [];
    page().on('request', (request) => asked.push(request.url()));
    await driver.browser.context.clearCookies();
    await driver.browser.enter(driver.person);
    await page().evaluate('caches.keys().then((keys) => Promise.all(keys.map((key) => caches.delete(key))))');
    await page().reload({ waitUntil: 'networkidle' });
    page().removeAllListeners('request');
    expect(asked.length).toBeGreaterThan(3);
    // The icon is one more, which the browser does not report.
    expect(asked.length + 1).toBeLessThanOrEqual(14);
  });

  it('draws visible bars in both color schemes, and links the credits', async () => {
    const { service, account } = driver;
    await makeAgent(service, account);
    const calls = new CallTests(service, account, '');
    for (const ending of ['0001', '0002']) {
      const { id } = await service.api(account).post('/calls', { phone_number: number(ending) });
      await calls.final(id);
    }
    service.clock.advance(5_001);
    await driver.browser.goto('');
    await page().locator('main svg rect:visible').first().waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page().emulateMedia({ colorScheme });
      const contrasts = await page().evaluate<number[]>(CONTRASTS);
      expect(contrasts.length).toBeGreaterThan(2);
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(3);
    }
    await isWellMade();
    await page().getByTestId('tile-credits').click();
    await driver.browser.shows('credits');
    await page().getByText('of an analysis, for each recorded minute').waitFor();
  });
});
