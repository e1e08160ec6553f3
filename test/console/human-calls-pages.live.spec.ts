import type { Locator } from 'playwright-core';
import { number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleStage, HOSTILE } from '../harness/console-stage';
import { HumanCallTests } from '../harness/human-calls';
import { expectSoon } from '../harness/expect-soon';

const PHONE = { width: 390, height: 844 };

describeWithBrowser('Human calls in the console')('human calls', () => {
  const stage = new ConsoleStage();
  const { page, button, row, isWellMade } = stage;
  let calls: HumanCallTests;

  beforeAll(() => {
    calls = new HumanCallTests(stage.service, stage.account);
  });

  /** Without lines calls wait; with some, those that wait go on within a second. */
  const lines = (count: number) =>
    stage.service.unitOfWork.affected('UPDATE accounts SET lines = $2 WHERE id = $1', [
      stage.account.id,
      count,
    ]);
  /** The state of a call, as a slow carrier would leave it. */
  const put = (id: string, status: string, updates = 'realtime') =>
    stage.service.unitOfWork.affected(
      'UPDATE human_calls SET status = $2, status_updates = $3, dialed_at = $4 WHERE id = $1',
      [id, status, updates, stage.service.clock.now()],
    );
  const legs = async (counsellor: string, contact: string) => {
    await page().locator(`[data-testid="leg-counsellor"][data-state="${counsellor}"]`).waitFor();
    await page().locator(`[data-testid="leg-contact"][data-state="${contact}"]`).waitFor();
  };
  const status = (value: string) =>
    page().locator(`[data-testid="call-status"][data-status="${value}"]`).waitFor();
  const isFocused = (what: Locator) => what.and(page().locator(':focus')).waitFor();
  /** Presses Tab until something has the focus. */
  const tabTo = async (what: Locator) => {
    await what.waitFor();
    for (let pressed = 0; pressed < 60; pressed++) {
      if ((await what.and(page().locator(':focus')).count()) > 0) return;
      await page().keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${String(what)}`);
  };
  const open = async (what: Locator) => {
    await tabTo(what);
    await page().keyboard.press('Enter');
  };

  describe('of an account', () => {
    beforeAll(async () => {
      await stage.browser.enter(await stage.tests.person(stage.account.id, ['STAFF']));
    });

    it('none yet: one is started, with the reason why a counsellor cannot be called', async () => {
      await stage.browser.goto('');
      await page().getByRole('link', { name: 'Human calls', exact: true }).click();
      await stage.browser.shows('human-calls');
      await page().getByText('No calls yet.').waitFor();
      await isWellMade();
      await button('Start a call').click();
      const dialog = page().getByRole('dialog', { name: 'Start a call' });
      await dialog.getByText('There is no counsellor yet.').waitFor();
      await isWellMade();
      await page().keyboard.press('Escape');
      await calls.counsellor('1000', { name: 'Meera Nair' });
      await calls.counsellor('1000', { name: `Asha ${'w'.repeat(40)}`, mobile_number: undefined });
      await page().reload();
      await stage.browser.shows('human-calls');
      await button('Start a call').click();
      await dialog.getByRole('combobox', { name: 'Counsellor' }).click();
      const asha = dialog.getByRole('option', { name: /Asha/ });
      await asha.getByText('No mobile number').waitFor();
      await isWellMade();
      await asha.click();
      await dialog.getByLabel('Phone number').fill('12');
      await button('Start a call', dialog).click();
      await isFocused(dialog.getByLabel('Phone number'));
      await isWellMade();
      await dialog.getByLabel('Phone number').fill(number());
      await button('Start a call', dialog).click();
      await dialog.getByRole('alert').getByText('No mobile number').waitFor();
      await dialog.getByRole('combobox', { name: 'Counsellor' }).click();
      await dialog.getByRole('option', { name: 'Meera Nair' }).click();
      await dialog.getByLabel('Name').fill(HOSTILE);
      await dialog.getByLabel('Transcribe and analyse').check();
      await button('Start a call', dialog).click();
      await stage.browser.shows('human-call');
      await status('completed');
      await page().getByTestId('analysis').getByText('Sentiment').waitFor();
    });

    it('one has its phones, recording, transcript, analysis and cost', async () => {
      await legs('ended', 'ended');
      await page().getByTestId('cost').getByText('Credits of the account').waitFor();
      const [made] = await calls.list();
      const turns = made?.analysis.transcript ?? [];
      await expectSoon(() => page().getByTestId('turn').count()).toBe(turns.length);
      const last = page().getByTestId('turn').last();
      await expectSoon(() => last.getAttribute('data-speaker')).toBe(turns.at(-1)?.speaker);
      await last.getByRole('button').click();
      await page().locator('[data-testid="turn"][aria-current="true"]').waitFor();
      await expectSoon(async () => Number(await page().getByLabel('Position').inputValue())).toBeGreaterThan(
        0,
      );
      await isWellMade();
      await page().getByLabel('Label').fill('x'.repeat(65));
      await page().getByLabel('Note').fill(HOSTILE);
      await button('Save disposition').click();
      await isFocused(page().getByLabel('Label'));
      await isWellMade();
      await page().getByLabel('Label').fill(HOSTILE.slice(0, 64));
      await button('Save disposition').click();
      await page().getByText('Saved by the account').waitFor();
      await isWellMade();
      expect((await calls.read(made?.id ?? '')).disposition).toMatchObject({
        label: HOSTILE.slice(0, 64),
        note: HOSTILE,
        recorded_by: 'api',
      });
      await page().getByRole('link', { name: 'Human calls', exact: true }).click();
      const cells = row(made?.id ?? '').getByRole('cell');
      await row(made?.id ?? '').waitFor();
      await expectSoon(() => cells.allInnerTexts()).toEqual([
        expect.stringContaining(made?.phone_number ?? '?'),
        'Meera Nair',
        'Connected',
        expect.stringContaining('<img src=x'),
        expect.stringMatching(/^\d+:\d\d$/),
        expect.stringMatching(/\d{4}, \d\d:\d\d/),
      ]);
      await isWellMade();
    });

    it('the phones are followed, also when a provider reports late, and a waiting call is canceled', async () => {
      await lines(0);
      const counsellor_id = await calls.counsellor('1000');
      const { id } = await calls.call({ counsellor_id, metadata: { [HOSTILE]: HOSTILE } });
      await stage.browser.goto(`/human-calls/${id}`);
      await legs('waiting', 'waiting');
      await put(id, 'ringing_counsellor', 'delayed');
      await page().getByText('reports late').waitFor();
      await legs('ringing', 'waiting');
      await isWellMade();
      await page().getByLabel('Label').fill('Typed meanwhile');
      await put(id, 'connecting');
      await legs('answered', 'ringing');
      await put(id, 'in_progress');
      await legs('answered', 'answered');
      await button('Cancel call').waitFor({ state: 'hidden' });
      await put(id, 'ringing_counsellor');
      await button('Cancel call').click();
      const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
      await isFocused(button('Go back', question));
      await isWellMade();
      await button('Cancel call', question).click();
      await status('canceled');
      await expectSoon(() => page().getByLabel('Label').inputValue()).toBe('Typed meanwhile');
      await lines(10);
      await page().getByRole('link', { name: 'Calls', exact: true }).click();
      await button('Leave', page().getByRole('alertdialog', { name: 'Leave without saving?' })).click();
      await stage.browser.shows('calls');
    });

    it('one that is not there, and the pages of counsellors, are refused', async () => {
      await stage.browser.goto('/human-calls/hcall_none', 'error');
      await page().getByRole('alert').getByText('There is no such call.').waitFor();
      await isWellMade();
      await stage.browser.goto('/my-calls');
      await stage.browser.shows('not-allowed');
    });

    it('the ledger leads to the call', async () => {
      await stage.browser.goto('/credits');
      const [charge] = (await calls.charges()).filter(({ type }) => type === 'human_call');
      await row(charge?.id ?? '')
        .getByRole('link', { name: 'Call' })
        .click();
      await stage.browser.shows('human-call');
    });
  });

  it('a counsellor works a day by keyboard on a phone', async () => {
    const me = await stage.tests.person(stage.account.id, ['COUNSELLOR']);
    await stage.browser.enter(me);
    await page().setViewportSize(PHONE);
    await stage.browser.goto('');
    await stage.browser.shows('my-calls');
    expect(new URL(page().url()).pathname).toBe('/console/my-calls');
    // Nothing to ring yet.
    await page().getByText('No mobile number').waitFor();
    await expectSoon(() => button('Start a call').count()).toBe(0);
    await isWellMade();
    await page().setViewportSize(PHONE);
    await open(page().getByRole('main').getByRole('link', { name: 'Profile' }));
    await stage.browser.shows('profile');
    await tabTo(page().getByLabel('Mobile number'));
    await page().keyboard.type(number('1000'));
    await page().keyboard.press('Enter');
    await page().getByText('Saved.').waitFor();
    await open(button('Menu'));
    await expectSoon(() => page().getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
      'My calls',
    ]);
    await open(page().getByRole('link', { name: 'My calls' }));
    await stage.browser.shows('my-calls');

    // A call is started by mistake, and canceled.
    await lines(0);
    const dialog = page().getByRole('dialog', { name: 'Start a call' });
    const start = async (to: string, more: () => Promise<void> = () => Promise.resolve()) => {
      await open(button('Start a call'));
      await isFocused(dialog.getByLabel('Phone number'));
      await page().keyboard.type(to);
      await more();
      await open(button('Start a call', dialog));
      await stage.browser.shows('my-call');
      await isFocused(page().getByRole('heading', { level: 1, name: to }));
    };
    await start(number());
    await status('queued');
    await open(button('Cancel call'));
    const question = page().getByRole('alertdialog', { name: 'Cancel 1 call?' });
    await isFocused(button('Go back', question));
    await open(button('Cancel call', question));
    await status('canceled');
    await isFocused(page().getByRole('heading', { level: 1 }));
    await expectSoon(() => page().getByText('The call has ended').count()).toBe(0);

    // When the talk ends, the page requests its disposition.
    await open(button('Menu'));
    await open(page().getByRole('link', { name: 'My calls' }));
    await stage.browser.shows('my-calls');
    const contact = number();
    await start(contact, async () => {
      await tabTo(dialog.getByLabel('Transcribe and analyse'));
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
    expect(talk).toMatchObject({
      phone_number: contact,
      disposition: { label: 'Interested', note: HOSTILE, recorded_by: 'counsellor' },
    });
    await page().getByTestId('turn').first().waitFor();
    await page().getByTestId('cost').getByText('Talk').waitFor();
    await tabTo(button('Play'));
    await page().keyboard.press('Space');
    await button('Pause').waitFor();

    // A call started through the API for them has ended: the list requests its disposition.
    const busy = await calls.call({ counsellor_email: me.email, phone_number: number('0002') });
    await calls.final(busy.id);
    // A call of another counsellor is not found.
    const other = await calls.call({ counsellor_id: await calls.counsellor() });
    await open(button('Menu'));
    await open(page().getByRole('link', { name: 'My calls' }));
    await stage.browser.shows('my-calls');
    await row(talk?.id ?? '').waitFor();
    await expectSoon(() => row(other.id).count()).toBe(0);
    await isWellMade();
    await page().setViewportSize(PHONE);
    await open(page().getByRole('link', { name: `Call to ${busy.phone_number}` }));
    await stage.browser.shows('my-call');
    await legs('ended', 'failed');
    await tabTo(page().getByLabel('Label'));
    await page().keyboard.type('Busy');
    await page().keyboard.press('Enter');
    await page().getByText('Saved by the counsellor').waitFor();
    await stage.browser.goto(`/my-calls/${other.id}`, 'error');
    await page().getByRole('alert').getByText('There is no such call.').waitFor();
    await isWellMade();
    await stage.browser.goto('/calls');
    await stage.browser.shows('not-allowed');
  });
});
