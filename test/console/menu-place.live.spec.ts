import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

/** Runs in the browser: the places where the menu is drawn. */
const WATCH_MENU = `{
  window.places = [];
  const look = () => {
    const menu = document.querySelector('[role="menu"]');
    if (menu) window.places.push(Math.round(menu.getBoundingClientRect().top));
    requestAnimationFrame(look);
  };
  look();
}`;

describeWithBrowser('Menus of the console', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button } = driver;

  it('opens a menu beside its button, and moves it with the button while the page scrolls', async () => {
    const agentId = await makeAgent(driver.service, driver.account);
    await driver.browser.goto(`/agents/${agentId}`);
    await page().evaluate(WATCH_MENU);
    await button('You').focus();
    await page().keyboard.press('Enter');
    await page().getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await page().waitForTimeout(300);
    const places = await page().evaluate<number[]>('window.places');
    expect(new Set(places).size).toBe(1);
    // In the same task: the menu has no time to follow.
    const moved = await page().evaluate<number>(`(() => {
      const top = () => document.querySelector('[role="menu"]').getBoundingClientRect().top;
      const before = top();
      window.scrollTo(0, 300);
      return window.scrollY === 300 ? top() - before : NaN;
    })()`);
    expect(moved).toBe(0);
  });

  it.each(['Tab', 'Shift+Tab'])(
    'closes a menu that %s leaves, with the focus where it is seen',
    async (key) => {
      await driver.browser.goto('/batches');
      await button('You').focus();
      await page().keyboard.press('Enter');
      await page().getByRole('menu', { name: 'You' }).and(page().locator(':focus')).waitFor();
      await page().keyboard.press(key);
      await page().getByRole('menu').waitFor({ state: 'detached' });
      await button('You').and(page().locator(':focus')).waitFor();
    },
  );

  it('scrolls a menu in a low window, so that the last of many accounts can be chosen', async () => {
    const names = Array.from({ length: 25 }, (_, place) => `School ${place + 1}`);
    for (const name of names) {
      const { id } = await driver.service.account({ name });
      await driver.tests.member(id, ['STAFF'], driver.person.email);
    }
    await page().setViewportSize({ width: 1_280, height: 600 });
    await driver.browser.goto('');
    await button('Account').click();
    const last = page().getByRole('menuitem', { name: 'School 25' });
    await last.waitFor();
    await page().keyboard.press('End');
    await last.and(page().locator(':focus')).waitFor();
    const isSeen = `document.activeElement.getBoundingClientRect().bottom <= innerHeight`;
    await expectSoon(() => page().evaluate(isSeen)).toBe(true);
    await driver.isWellMade();
    await page().keyboard.press('Enter');
    await expectSoon(() => page().title()).toContain('School 25');
  });

  it.each(['/calls', '', '/profile'])('focuses the heading of the account chosen at %s', async (path) => {
    const former = await page().title();
    await driver.browser.goto(path);
    await button('Account').focus();
    await page().keyboard.press('Enter');
    await page().getByRole('menu', { name: 'Account' }).and(page().locator(':focus')).waitFor();
    await page().keyboard.press(former.includes('School 25') ? 'Home' : 'End');
    await page().keyboard.press('Enter');
    await driver.browser.shows('home');
    await page().getByRole('menu').waitFor({ state: 'detached' });
    await page().waitForTimeout(300);
    await page().getByRole('heading', { name: 'Home', level: 1 }).and(page().locator(':focus')).waitFor();
    expect(await page().title()).not.toBe(former);
  });
});
