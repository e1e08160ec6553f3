import { number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import type { SignedInPerson } from '../harness/console';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { HumanCallPage } from '../harness/human-call-page';
import { HumanCallTests } from '../harness/human-calls';
import { expectSoon } from '../harness/expect-soon';

const PHONE = { width: 390, height: 844 };

/** A counsellor works a day by keyboard on a phone. */
describeWithBrowser('My calls', () => {
  const driver = new ConsoleDriver();
  const { page, button, row, isWellMade } = driver;
  const { lines, legs, status, isFocused, tabTo, open } = new HumanCallPage(driver);
  let calls: HumanCallTests;
  let me: SignedInPerson;
  let talkId = '';

  beforeAll(async () => {
    calls = new HumanCallTests(driver.service, driver.account);
    me = await driver.tests.person(driver.account.id, ['COUNSELLOR']);
    await driver.browser.enter(me);
  });

  const dialog = () => page().getByRole('dialog', { name: 'Start a call' });
  const start = async (to: string, more: () => Promise<void> = () => Promise.resolve()) => {
    await open(button('Start a call'));
    await isFocused(dialog().getByLabel('Phone number'));
    await page().keyboard.type(to);
    await more();
    await open(button('Start a call', dialog()));
    await driver.browser.shows('my-call');
    await isFocused(page().getByRole('heading', { level: 1, name: to }));
  };

  it('requires a number of the counsellor first', async () => {
    await page().setViewportSize(PHONE);
    await driver.browser.goto('');
    await driver.browser.shows('my-calls');
    expect(new URL(page().url()).pathname).toBe('/console/my-calls');
    // Nothing to ring yet.
    await page().getByText('No mobile number').waitFor();
    await expectSoon(() => button('Start a call').count()).toBe(0);
    await isWellMade();
    await page().setViewportSize(PHONE);
    await open(page().getByRole('main').getByRole('link', { name: 'Profile' }));
    await driver.browser.shows('profile');
    await tabTo(page().getByLabel('Mobile number'));
    await page().keyboard.type(number('1000'));
    await page().keyboard.press('Enter');
    await page().getByText('Saved.').waitFor();
    await open(button('Menu'));
    await expectSoon(() => page().getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'My calls',
    ]);
    await open(page().getByRole('link', { name: 'My calls' }));
    await driver.browser.shows('my-calls');
  });

  it('cancels a call that was started by mistake', async () => {
    await lines(0);
    await start(number());
    await status('queued');
    await open(button('Cancel call'));
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await isFocused(button('Go back', question));
    await open(button('Cancel call', question));
    await status('canceled');
    await isFocused(page().getByRole('heading', { level: 1 }));
    await expectSoon(() => page().getByText('The call has ended').count()).toBe(0);
  });

  it('requests the disposition on the page at the end of a talk', async () => {
    await open(button('Menu'));
    await open(page().getByRole('link', { name: 'My calls' }));
    await driver.browser.shows('my-calls');
    const contact = number();
    await start(contact, async () => {
      await tabTo(dialog().getByLabel('Transcribe and analyse'));
      await page().keyboard.press('Space');
    });
    await status('queued');
    await lines(10);
    await status('completed');
    await page().getByText('The call has ended: say what came of it.').waitFor();
    await isFocused(page().getByLabel('Label'));
    await isWellMade();
    await page().setViewportSize(PHONE);
    await page().keyboard.type('Interested');
    await page().keyboard.press('Tab');
    await isFocused(page().getByLabel('Note'));
    await page().keyboard.type(HOSTILE);
    await open(button('Save disposition'));
    await page().getByText('Saved by the counsellor').waitFor();
    const [talk] = await calls.list();
    talkId = talk?.id ?? '';
    expect(talk).toMatchObject({
      phone_number: contact,
      disposition: { label: 'Interested', note: HOSTILE, recorded_by: 'counsellor' },
    });
    await page().getByTestId('turn').first().waitFor();
    await page().getByTestId('cost').getByText('Talk').waitFor();
    await tabTo(button('Play'));
    await page().keyboard.press('Space');
    await button('Pause').waitFor();
  });

  it('links own calls that another program started, and no calls of others', async () => {
    const busy = await calls.call({ counsellor_email: me.email, phone_number: number('0002') });
    await calls.final(busy.id);
    // A call of another counsellor is not found.
    const other = await calls.call({ counsellor_id: await calls.counsellor() });
    await open(button('Menu'));
    await open(page().getByRole('link', { name: 'My calls' }));
    await driver.browser.shows('my-calls');
    await row(talkId).waitFor();
    await expectSoon(() => row(other.id).count()).toBe(0);
    await isWellMade();
    await page().setViewportSize(PHONE);
    await open(page().getByRole('link', { name: `Call to ${busy.phone_number}` }));
    await driver.browser.shows('my-call');
    await legs('ended', 'failed');
    await tabTo(page().getByLabel('Label'));
    await page().keyboard.type('Busy');
    await page().keyboard.press('Enter');
    await page().getByText('Saved by the counsellor').waitFor();
    await driver.browser.goto(`/my-calls/${other.id}`, 'error');
    await page().getByRole('alert').getByText('There is no such call.').waitFor();
    await isWellMade();
    await driver.browser.goto('/calls');
    await driver.browser.shows('not-allowed');
  });
});
