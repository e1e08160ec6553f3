import type { Route } from 'playwright-core';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

const LIST = '**/console/api/calls?*';
const PROXY_PAGE = { contentType: 'text/html', body: '<html><h1>Bad gateway</h1></html>' };

/** What stands between browser and service answers, or cuts an answer off. */
const ANSWERS: readonly [string, Parameters<Route['fulfill']>[0]][] = [
  ['the page of a proxy with 200', { status: 200, ...PROXY_PAGE }],
  ['the page of a proxy with 502', { status: 502, ...PROXY_PAGE }],
  ['a body that is cut off', { contentType: 'application/json', body: '{"object":"list","data":[' }],
  ['an empty body', { contentType: 'application/json', body: '' }],
];

describeWithBrowser('Responses of other servers', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button, dialog } = driver;
  const away = () => page().getByRole('alert').getByText('No connection to the service. Trying again…');

  it.each(ANSWERS)(
    'shows a lost connection for the response of another server, and reconnects: %s',
    async (_, answer) => {
      await page().route(LIST, (route) => route.fulfill(answer));
      await driver.browser.goto('/calls', 'error');
      await away().waitFor();
      await page().unroute(LIST);
      await driver.browser.shows('calls');
      await away().waitFor({ state: 'hidden' });
    },
  );

  it('preserves what was typed for an action that another server answered', async () => {
    await page().route('**/console/v1/do-not-call/*', (route) =>
      route.fulfill({ status: 200, ...PROXY_PAGE }),
    );
    await driver.browser.goto('/do-not-call');
    await button('Add a number').click();
    const form = dialog('Add a number');
    await form.getByLabel('Phone number').fill('+919876540001');
    await button('Add a number', form).click();
    await form.getByRole('alert').getByText('No connection to the service. Try again.').waitFor();
    await page().unroute('**/console/v1/do-not-call/*');
    await button('Add a number', form).click();
    await form.waitFor({ state: 'hidden' });
  });
});
