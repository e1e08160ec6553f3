import type { Route } from 'playwright-core';
import { AgentResources } from '../../src/agents/application/agent-resources';
import { AgentPage } from '../harness/agent-page';
import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Agent editor', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button } = driver;
  let editor: AgentPage;

  beforeAll(async () => {
    editor = new AgentPage(driver.browser);
    const resources = driver.service.app.get(AgentResources, { strict: false });
    await resources.addBookingPage(driver.account.id, 'Campus visit');
    await resources.addTemplate(driver.account.id, 'course_brochure', true);
    await resources.addTemplate(driver.account.id, HOSTILE, false);
  });

  const field = (label: string) => editor.field(label);
  const link = (name: string) => page().getByRole('link', { name, exact: true });
  const state = (value: string) => page().locator(`main [data-status="${value}"]`);
  const question = (name?: string) => page().getByRole('alertdialog', name === undefined ? {} : { name });
  const read = (id: string) => driver.service.api(driver.account).get(`/agents/${id}`);
  let agentId: string;

  it('creates the first agent by keyboard, and shows missing values below their fields', async () => {
    await driver.browser.goto('');
    await link('Make an agent').press('Enter');
    await driver.browser.shows('agent');
    expect(await page().title()).toBe('New agent · \u2068Sunrise\u2069 · AI Calling Service');
    expect(editor.id).toBe('new');
    await page().keyboard.press('Control+s');
    await editor.wrong('Name').and(editor.focused('Name')).waitFor();
    await editor.wrong('Script').waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await page().keyboard.insertText('Asha');
    await field('Opening line').fill(`Namaste {{contact_name}}, {{course}}? ${'x'.repeat(2_000)}`);
    await page().getByText('2,038 of 2,000').waitFor();
    await page().getByText('must have at most 2000 characters').waitFor();
    await field('Opening line').fill('Namaste {{contact_name}}, {{course}}?');
    await editor.wrong('Opening line').waitFor({ state: 'hidden' });
    await page().getByTestId('variables').getByText('course').waitFor();
    await page().getByText('The agent speaks to the contact by name.').waitFor();
    await field('Script').fill('Ask about the course.');
    let saves = 0;
    await page().route('**/console/v1/agents', async (route: Route) => {
      saves += 1;
      if (saves === 1) await page().keyboard.press('Control+s');
      await field('Script').fill('Typed while it was saved.');
      await route.continue();
    });
    await page().keyboard.press('Control+s');
    await page().waitForURL(/\/agents\/agent_\w+$/);
    await page().getByRole('heading', { level: 1, name: 'Asha' }).waitFor();
    await page().unroute('**/console/v1/agents');
    expect(saves).toBe(1);
    agentId = editor.id;
    await expectSoon(() => field('Script').inputValue()).toBe('Typed while it was saved.');
    expect((await read(agentId)).system_prompt).toBe('Ask about the course.');
    expect(Object.keys(await editor.save()).sort()).toEqual(['expected_updated_at', 'system_prompt']);
    const { data } = await driver.service.api(driver.account).get('/agents');
    expect(data.map(({ name }) => name)).toEqual(['Asha']);
    expect(await read(agentId)).toMatchObject({ voice: 'Aoede', tts_model: 'google', is_default: true });
  });

  it('sends only changed fields of each section, and shows the values that the service stored', async () => {
    const { updated_at } = await read(agentId);
    await field('Questions').fill('Which course?\n\n  When?  ');
    await field('Outcome labels').fill('Interested\nLater');
    await page().getByText('2 of 50, longest 13 of 500 characters').waitFor();
    await field('Longest call in minutes').fill('31');
    await field('Hand-off numbers').fill('+91 98765 43210\n12');
    await page().getByText('Entry 2: ').waitFor();
    await editor.wrong('Longest call in minutes').waitFor();
    await field('Longest call in minutes').fill('5');
    await field('Hand-off numbers').fill('+91 98765 43210');
    await field('Message').fill('We call again.');
    await field('Interruption').selectOption('low');
    await field('Keyterms').fill('hostel');
    await button('Add a pronunciation').press('Enter');
    await editor.focused('Text').waitFor();
    await page().keyboard.insertText('B.Tech');
    await field('Say').fill('bee tech');
    await field('Booking page').selectOption({ label: 'Campus visit' });
    await button('Add a rule').click();
    await editor.focused('Action type').waitFor();
    await field('Template name').selectOption({ index: 1 });
    await page()
      .getByText(/^Send rule 0: template_name must be/)
      .waitFor();
    await field('Template name').selectOption('course_brochure');
    await field('Only when a meeting was requested').check();
    await field('Other keys, as JSON').fill('{"when": {"hour": 9}');
    await page().getByText('must be a JSON object').waitFor();
    await field('Other keys, as JSON').fill('{"when": {"hour": 9}}');
    const { expected_updated_at, ...changes } = await editor.save();
    expect(expected_updated_at).toBe(updated_at);
    const when = { hour: 9, meeting_requested: true };
    expect(changes).toEqual({
      extraction_questions: ['Which course?', 'When?'],
      dispositions: ['Interested', 'Later'],
      max_call_minutes: 5,
      handoff_numbers: ['+91 98765 43210'],
      voicemail: { action: 'leave_message', message: 'We call again.' },
      interruption: 'low',
      keyterms: ['hostel'],
      pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
      booking_page_id: expect.stringMatching(/^bpage_/),
      send_rules: [{ action_type: 'send_whatsapp', template_name: 'course_brochure', when }],
    });
    expect(await read(agentId)).toMatchObject({ ...changes, handoff_numbers: ['+919876543210'] });
    await expectSoon(() => field('Hand-off numbers').inputValue()).toBe('+919876543210');
    await expectSoon(() => field('Questions').inputValue()).toBe('Which course?\nWhen?');
    await expectSoon(() => button('Discard changes').count()).toBe(0);
  });

  it('offers engines with their price, and the languages, voices and settings that fit', async () => {
    await expectSoon(() => field('Voice engine').locator('option').first().innerText()).toBe(
      'Google Chirp 3: HD, 6 credits a minute',
    );
    expect(await editor.optionsOf('Language')).not.toContain('odia');
    await expectSoon(() => field('Temperature').count()).toBe(0);
    await field('Voice engine').selectOption('sarvam');
    await field('Temperature').fill('0.7');
    await expectSoon(() => field('Voice').inputValue()).notToBe('Aoede');
    await field('Language').selectOption('odia');
    const { data } = await driver.service.api(driver.account).get('/voices?tts_model=sarvam&language=odia');
    await expectSoon(async () => (await editor.optionsOf('Voice')).sort()).toEqual(
      data[0]?.voices.map(({ id }) => id).sort(),
    );
    await field('Voice engine').selectOption('google');
    await editor.wrong('Voice engine').waitFor();
    await field('Language').selectOption('');
    await editor.wrong('Voice engine').waitFor({ state: 'hidden' });
    await page().getByText('does not support temperature: it has no effect.').waitFor();
    expect(Object.keys(await editor.save()).sort()).toEqual(['expected_updated_at', 'temperature']);
  });

  it('preserves typed text over a reload, a leave and a lost connection, and can discard it', async () => {
    expect(await editor.drafts()).toEqual([]);
    await field('Script').fill('Not saved yet.');
    await page().getByText('Unsaved changes').waitFor();
    expect(await editor.drafts()).toEqual([
      `aics.draft.${driver.person.loginId}.${driver.account.id}.${agentId}`,
    ]);
    await page().reload();
    await driver.browser.shows('agent');
    await expectSoon(() => field('Script').inputValue()).toBe('Not saved yet.');
    await link('Agents').click();
    await question('Leave without saving?')
      .getByText('This browser keeps them until you sign out.')
      .waitFor();
    await button('Stay', question('Leave without saving?')).click();
    await link('Agents').click();
    await button('Leave', question('Leave without saving?')).click();
    await driver.browser.shows('agents');
    await link('Asha').click();
    await driver.browser.shows('agent');
    await expectSoon(() => field('Script').inputValue()).toBe('Not saved yet.');

    await page().route('**/console/v1/agents/*', (route: Route) => route.abort());
    await button('Save').click();
    await page().getByText('No connection to the service. Try again.').waitFor();
    await expectSoon(() => field('Script').inputValue()).toBe('Not saved yet.');
    await page().unroute('**/console/v1/agents/*');
    await editor.save();
    await eventually(async () => {
      expect(await editor.drafts()).toEqual([]);
    });
    expect((await read(agentId)).system_prompt).toBe('Not saved yet.');

    await field('Script').fill('Another.');
    await button('Discard changes').click();
    await button('Discard changes', question('Discard changes?')).click();
    await expectSoon(() => field('Script').inputValue()).toBe('Not saved yet.');
  });

  it('rejects a stale save, and shows the newer agent after "Reload"', async () => {
    const conflict = page().getByText('Somebody saved this agent meanwhile');
    await field('Script').fill('Mine.');
    await driver.service
      .api(driver.account)
      .patch(`/agents/${agentId}`, { system_prompt: 'Theirs.', pace: 1.2 });
    await editor.sent();
    await conflict.waitFor();
    await page().reload();
    await conflict.waitFor();
    await expectSoon(() => field('Script').inputValue()).toBe('Mine.');
    expect(await driver.browser.faults()).toEqual([]);
    await button('Reload').click();
    await button('Stay', question()).click();
    await expectSoon(() => field('Script').inputValue()).toBe('Mine.');
    await button('Reload').click();
    await button('Reload', question()).click();
    await conflict.waitFor({ state: 'hidden' });
    await expectSoon(() => field('Script').inputValue()).toBe('Theirs.');
    await expectSoon(() => field('Pace').inputValue()).toBe('1.2');
    await field('Pace').fill('');
    expect(await editor.save()).toMatchObject({ pace: null });
  });

  it('disables an agent with its waiting calls, and enables it, without a conflict with typed text', async () => {
    const later = new Date(driver.service.clock.nowMs() + 3_600_000).toISOString();
    let callId = '';
    for (const phone_number of [number(), number()]) {
      const body = { agent_id: agentId, phone_number, scheduled_for: later };
      callId = (await driver.service.api(driver.account).post('/calls', body)).id;
    }
    await field('Script').fill('Typed before it was turned off.');
    await button('Turn off').click();
    await question().getByText('2 waiting calls end.').waitFor();
    await button('Go back', question()).and(page().locator(':focus')).waitFor();
    await button('Turn off', question()).click();
    await page().getByText('The agent is off; 2 waiting calls ended.').waitFor();
    await state('off').waitFor();
    await editor.save();
    await button('Turn on').click();
    await page().getByText('The agent is on.').waitFor();
    await state('default').waitFor();
    expect((await read(agentId)).system_prompt).toBe('Typed before it was turned off.');
    await driver.browser.goto(`/calls/${callId}`);
    await page().getByTestId('agent-version').getByRole('link', { name: 'Asha' }).click();
    await driver.browser.shows('agent');
  });

  it('confirms before an agent that shall only answer calls is saved, when calls wait for it', async () => {
    const id = await makeAgent(driver.service, driver.account, { name: 'Ravi' });
    const scheduled_for = new Date(driver.service.clock.nowMs() + 3_600_000).toISOString();
    const body = { agent_id: id, phone_number: number(), scheduled_for };
    const call = await driver.service.api(driver.account).post('/calls', body);
    await driver.browser.goto(`/agents/${id}`);
    await field('Direction').selectOption('inbound');
    await button('Save').click();
    await question('Cancel 1 call?').waitFor();
    await button('Go back', question()).and(page().locator(':focus')).waitFor();
    await button('Go back', question()).click();
    await button('Save').and(page().locator(':focus')).waitFor();
    expect((await read(id)).direction).toBe('outbound');
    await button('Save').click();
    await button('Save', question()).click();
    await page().getByText('Saved. 1 call was canceled.').waitFor();
    expect((await read(id)).direction).toBe('inbound');
    expect((await driver.service.api(driver.account).get(`/calls/${call.id}`)).status).toBe('canceled');
  });
});
