import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { changes } from '../../src/cli/account-change';
import { withDatabaseOf } from '../harness/commands';
import { makeAgent, number } from '../harness/builders';
import { describeWithMicrophone } from '../harness/chromium';
import { ConsoleBrowser } from '../harness/console-browser';
import { ConsoleDriver } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';
import { HumanCallTests } from '../harness/human-calls';
import { humanReaches, ScriptedPhones } from '../harness/human-sip';
import {
  compileThreads,
  queueCall,
  reaches,
  type SipAccount,
  sipAccount,
  sipTrunk,
  TALKS,
} from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { TalkingPhones } from '../harness/talking-phones';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { writeTones } from '../phone/harness/sounds';

compileThreads();

const MS_PER_CHARACTER = 60;
/** Some 7 s, so that a page is open before the phone speaks. */
const OPENING = `${'Hello, this is Asha, '.repeat(5)}can we talk?`;
/** Some 2 minutes. */
const LONG_OPENING = 'Many words follow here. '.repeat(80);
const ENDED = 'A person of the account ended the call.';

describeWithMicrophone('Call: Listen', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-listening-'));
  const speaks = join(folder, 'speaks.wav');
  writeTones(speaks, 500, 900);
  let engines: SpeechServer;
  let account: SipAccount;
  let phones: ScriptedPhones | undefined;
  let voices: TalkingPhones | undefined;
  let there: ConsoleBrowser | undefined;
  const driver = new ConsoleDriver({
    account: null,
    environment: async () => {
      engines = await SpeechServer.start({ msPerCharacter: MS_PER_CHARACTER });
      return engines.environment;
    },
  });
  const { page, button, isWellMade } = driver;

  const set = (options: object) =>
    withDatabaseOf(driver.service, (ops) => ops.setAccount(account.id, changes(options)));

  beforeAll(async () => {
    const phone = await Softphone.listening(
      '127.0.0.1',
      '--answer-after',
      '0.2',
      '--say',
      speaks,
      '--say',
      speaks,
    );
    account = await sipAccount(driver.service, [await sipTrunk(driver.service, phone.address)]);
    await driver.browser.enter(await driver.tests.person(account.id, ['ADMIN']));
  });
  afterAll(async () => {
    await there?.close();
    await voices?.close();
    await phones?.close();
    engines.close();
    await hangUpAll();
    rmSync(folder, { recursive: true });
  });

  const part = () => page().getByTestId('listening');
  const inPart = (name: string) => button(name, part());
  const says = (text: string) => part().getByRole('status').getByText(text).waitFor();
  const isIn = (state: string) =>
    part()
      .and(page().locator(`[data-state="${state}"]`))
      .waitFor();
  const hasFocus = (locator: Locator) => locator.and(page().locator(':focus')).waitFor();
  const level = async () => Number(await part().getByTestId('level').getAttribute('aria-valuenow'));
  const turn = (text: string) => page().locator('[data-testid="turn"]', { hasText: text });
  const callStatus = (status: string) =>
    page().locator(`[data-testid="call-status"][data-status="${status}"]`).waitFor();

  /** A call in progress. */
  const call = async (opening_line: string): Promise<string> => {
    const agent_id = await makeAgent(driver.service, account, {
      ...TALKS,
      name: `Asha ${number()}`,
      language: 'english',
      opening_line,
      extraction_questions: ['City', 'Budget'],
    });
    const id = await queueCall(driver.service, { ...account, agent_id }, number('0001'));
    await reaches(driver.service, account, id, 'in_progress');
    return id;
  };
  const isOver = (id: string) => reaches(driver.service, account, id, 'completed');

  beforeEach(() => set({ listening: 'staff', listeningNotice: 'script', listeningHuman: true }));

  it('plays a call from its row, shows its turns at once, and stops', async () => {
    engines.words.push('Yes, please.', 'I live in Delhi.');
    const id = await call(OPENING);
    await driver.browser.goto('/calls');
    // From here on turns come by the socket alone.
    let stale: string | undefined;
    await page().route('**/context', async (route) => {
      stale ??= await (await route.fetch()).text();
      await route.fulfill({ body: stale, contentType: 'application/json' });
    });
    const row = driver.row(id);
    await button('Listen', row).waitFor();
    await isWellMade();
    await button('Listen', row).press('Enter');
    await driver.browser.shows('call');
    await isIn('listening');
    await says('You hear this call.');
    await expectSoon(level).toBeGreaterThan(40);
    await turn('Hello, this is Asha').waitFor();
    await turn('Yes, please.').and(page().locator('[data-speaker="contact"]')).waitFor({ timeout: 15_000 });
    expect(await page().getByRole('log').getAttribute('aria-live')).toBe('off');
    await inPart('Stop listening').press('Enter');
    await hasFocus(inPart('Listen'));
    expect(await part().getByRole('status').textContent()).toBe('');
    await page().unroute('**/context');
    await inPart('Listen').press('Enter');
    await isIn('listening');
    await inPart('End call').click();
    await button('End call', driver.question()).click();
    await isOver(id);
  });

  it('mutes a side, and ends the call', async () => {
    const id = await call(LONG_OPENING);
    await driver.browser.goto(`/calls/${id}`);
    await inPart('Listen').press('Enter');
    await isIn('listening');
    await hasFocus(inPart('Stop listening'));
    await expectSoon(level).toBeGreaterThan(40);
    await inPart('Contact').press('Enter');
    await inPart('Contact').and(page().locator('[aria-pressed="true"]')).waitFor();
    await expectSoon(level).toBe(0);
    await inPart('Agent').press('Enter');
    await expectSoon(level).toBeGreaterThan(40);
    await inPart('Both').press('Enter');
    await part().getByLabel('Volume').press('ArrowLeft');
    await isWellMade();
    await inPart('End call').press('Enter');
    await driver.question().getByText('End 1 call?').waitFor();
    await hasFocus(button('Cancel', driver.question()));
    await isWellMade();
    await button('Cancel', driver.question()).press('Enter');
    await hasFocus(inPart('End call'));
    await inPart('End call').press('Enter');
    await button('End call', driver.question()).press('Enter');
    await says(ENDED);
    await callStatus('completed');
    await hasFocus(page().getByRole('heading', { level: 1 }));
    await expectSoon(() => part().getByRole('button').count()).toBe(0);
    await isWellMade();
    const { ended_by } = await isOver(id);
    expect(ended_by).toBe('human');
    await page()
      .getByText(/^Somebody of the account listened for \d+ s\.$/)
      .waitFor();
  });

  it('shows why a call cannot be listened to, and the next step', async () => {
    const id = await call(LONG_OPENING);
    await driver.browser.goto(`/calls/${id}`);
    for (const [reason, text] of [
      ['listening_off', 'Listening is off in this account. An admin turns it on in Settings'],
      ['simulated', 'This call is simulated: it has no sound. Call a phone to hear one.'],
      ['joined_by_carrier', 'Look for its recording afterwards.'],
      ['not_in_progress', 'Listen to it when somebody has answered.'],
      ['no_notice', 'Listen to one that is answered from now on.'],
      ['too_many', 'Try again when one of them has stopped.'],
      ['unreachable', 'Try again; if it stays so, ask the operator.'],
    ] as const) {
      const json = { error: { code: 'not_listenable', message: 'x', details: { reason } } };
      await page().route('**/listen', (route) => route.fulfill({ status: 409, json }), { times: 1 });
      await inPart('Listen').press('Enter');
      await says(text);
      await hasFocus(inPart('Listen'));
    }
    await isWellMade();
    await inPart('Listen').click();
    await isIn('listening');
    // The service puts listeners out.
    await set({ listening: 'off' });
    await says('You may not listen to calls any more: an admin or the operator has changed who may.');
    await expectSoon(() => part().getByRole('button').count()).toBe(0);
    await isWellMade();
  });

  it('plays a human call, and shows the listener to its counsellor', async () => {
    phones = await ScriptedPhones.open();
    voices = new TalkingPhones();
    const trunk = await sipTrunk(driver.service, phones.address);
    await set({ trunks: [trunk] });
    const email = 'meera@example.com';
    const tests = new HumanCallTests(driver.service, account);
    const [mobile_number, phone_number] = [number('1000'), number()];
    const counsellor_id = await tests.counsellor('1000', { mobile_number, email });
    const speaking = Array.from({ length: 40 }, (_, at) => ({
      atMs: 500 + at * 1_000,
      hertz: 500,
      ms: 720,
    }));
    phones.script(mobile_number, await voices.script(speaking));
    phones.script(phone_number, await voices.script([]));
    const { id } = await tests.call({ counsellor_id, phone_number });
    await humanReaches(driver.service, account, id, 'in_progress');
    there = await ConsoleBrowser.open(driver.service);
    await there.enter(await driver.tests.person(account.id, ['COUNSELLOR'], email));
    await there.goto(`/my-calls/${id}`);
    const notice = there.page.getByText('A supervisor is listening.');
    await driver.browser.goto('/human-calls');
    await button('Listen', driver.row(id)).click();
    await driver.browser.shows('human-call');
    await isIn('listening');
    await notice.waitFor();
    expect(await there.faults()).toEqual([]);
    await inPart('Contact').click();
    await expectSoon(level).toBe(0);
    await inPart('Counsellor').click();
    await expectSoon(level).toBeGreaterThan(40);
    expect(await inPart('End call').count()).toBe(0);
    await isWellMade();
    await inPart('Stop listening').click();
    await notice.waitFor({ state: 'hidden' });
    await inPart('Listen').click();
    await isIn('listening');
    (await phones.phone(phone_number)).hangUp();
    await says('The call has ended.');
    await callStatus('completed');
  });
});
