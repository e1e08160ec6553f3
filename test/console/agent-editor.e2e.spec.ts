import type { Request, Route } from 'playwright-core';
import { AgentResources } from '../../src/agents/application/agent-resources';
import { eventually, type TestAccount, TestApp } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleTests } from '../harness/console';
import { ConsoleBrowser } from '../harness/console-browser';

/** What somebody may write where a text is asked for: markup, another direction, and a word without an end. */
const HOSTILE = `<img src=x onerror="alert(1)">\u202Eabc مرحبا ${'w'.repeat(60)}`;

describeWithBrowser('The editor of agents')('the editor of agents', () => {
  let service: TestApp;
  let tests: ConsoleTests;
  let browser: ConsoleBrowser;
  let account: TestAccount;
  let loginId: string;

  beforeAll(async () => {
    service = await TestApp.start();
    tests = new ConsoleTests(service);
    account = await service.account({ name: 'Sunrise' });
    const resources = service.app.get(AgentResources, { strict: false });
    await resources.addBookingPage(account.id, 'Campus visit');
    await resources.addTemplate(account.id, 'course_brochure', true);
    await resources.addTemplate(account.id, HOSTILE, false);
    browser = await ConsoleBrowser.open(service);
    const person = await tests.person(account.id, ['ADMIN']);
    loginId = person.loginId;
    await browser.enter(person);
  });
  afterEach(() => {
    expect(browser.problems.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const page = () => browser.page;
  const button = (name: string) => page().getByRole('button', { name, exact: true });
  const field = (label: string) => page().getByLabel(label, { exact: true });
  const focused = (label: string) => field(label).and(page().locator(':focus'));
  const wrong = (label: string) => field(label).and(page().locator('[aria-invalid="true"]'));
  const optionsOf = (label: string) =>
    field(label)
      .locator('option')
      .evaluateAll((options) => (options as unknown as { value: string }[]).map(({ value }) => value));
  const isWellMade = async () => {
    expect(await browser.faults()).toEqual([]);
  };
  const read = (id: string) => service.api(account).get(`/agents/${id}`);
  const idOfPage = () => new URL(page().url()).pathname.split('/').at(-1) ?? '';
  /** What the page sends when it saves. */
  const sent = async (press: () => Promise<unknown>) => {
    const isSave = (request: Request) =>
      ['POST', 'PATCH'].includes(request.method()) && request.url().includes('/console/v1/agents');
    const [request] = await Promise.all([page().waitForRequest(isSave), press()]);
    await request.response();
    return request.postDataJSON() as Record<string, unknown>;
  };
  const saved = () => page().getByText('Saved.', { exact: true }).waitFor();
  let agentId: string;

  it('makes the first agent by keyboard, and says below its fields what is missing', async () => {
    await browser.goto('');
    await page().getByRole('link', { name: 'Make an agent' }).press('Enter');
    await browser.shows('agent');
    expect(await page().title()).toBe('New agent · \u2068Sunrise\u2069 · AI Calling Service');
    expect(new URL(page().url()).pathname).toBe('/console/agents/new');
    await page().keyboard.press('Control+s');
    await wrong('Name').and(page().locator(':focus')).waitFor();
    await wrong('Script').waitFor();
    await isWellMade();
    await page().keyboard.insertText('Asha');
    await field('Opening line').fill(`Namaste {{contact_name}}, {{course}}? ${'x'.repeat(2_000)}`);
    await page().getByText('2,038 of 2,000').waitFor();
    await page().getByText('must have at most 2000 characters').waitFor();
    await field('Opening line').fill('Namaste {{contact_name}}, {{course}}?');
    await wrong('Opening line').waitFor({ state: 'hidden' });
    await page().getByTestId('variables').getByText('course').waitFor();
    await page().getByText('The agent speaks to the contact by name.').waitFor();
    await field('Script').fill('Ask about the course.');
    await Promise.all([page().keyboard.press('Control+s'), button('Save').click()]);
    await page().waitForURL(/\/agents\/agent_\w+$/);
    await page().getByRole('heading', { level: 1, name: 'Asha' }).waitFor();
    agentId = idOfPage();
    const { data } = await service.api(account).get('/agents');
    expect(data.map(({ name }) => name)).toEqual(['Asha']);
    expect(await read(agentId)).toMatchObject({ voice: 'Aoede', tts_model: 'google', is_default: true });
  });

  it('sends only what has changed, in every section, and shows what the service made of it', async () => {
    const { updated_at } = await read(agentId);
    await field('Questions').fill('Which course?\n\n  When?  ');
    await field('Outcome labels').fill('Interested\nLater');
    await page().getByText('2 of 50, longest 13 of 500 characters').waitFor();
    await field('Longest call in minutes').fill('31');
    await field('Hand-off numbers').fill('+91 98765 43210\n12');
    await page().getByText('Entry 2: ').waitFor();
    await wrong('Longest call in minutes').waitFor();
    await field('Longest call in minutes').fill('5');
    await field('Hand-off numbers').fill('+91 98765 43210');
    await field('Message').fill('We call again.');
    await field('Interruption').selectOption('low');
    await field('Keyterms').fill('hostel');
    await button('Add a pronunciation').press('Enter');
    await focused('Text').waitFor();
    await page().keyboard.insertText('B.Tech');
    await field('Say').fill('bee tech');
    await field('Booking page').selectOption({ label: 'Campus visit' });
    await button('Add a rule').click();
    await focused('Action type').waitFor();
    await field('Template name').selectOption({ index: 1 });
    await page()
      .getByText(/^Send rule 0: template_name must be/)
      .waitFor();
    await field('Template name').selectOption('course_brochure');
    await field('Only when a meeting was requested').check();
    await field('Other keys, as JSON').fill('{"when": {"hour": 9}');
    await page().getByText('must be a JSON object').waitFor();
    await isWellMade();
    await field('Other keys, as JSON').fill('{"when": {"hour": 9}}');
    const body = await sent(() => button('Save').click());
    await saved();
    expect(body).toEqual({
      expected_updated_at: updated_at,
      extraction_questions: ['Which course?', 'When?'],
      dispositions: ['Interested', 'Later'],
      max_call_minutes: 5,
      handoff_numbers: ['+91 98765 43210'],
      voicemail: { action: 'leave_message', message: 'We call again.' },
      interruption: 'low',
      keyterms: ['hostel'],
      pronunciations: [{ text: 'B.Tech', say: 'bee tech' }],
      booking_page_id: expect.stringMatching(/^bpage_/),
      send_rules: [
        {
          action_type: 'send_whatsapp',
          template_name: 'course_brochure',
          when: { hour: 9, meeting_requested: true },
        },
      ],
    });
    const { expected_updated_at: _, ...changes } = body;
    expect(await read(agentId)).toMatchObject({ ...changes, handoff_numbers: ['+919876543210'] });
    expect(await field('Hand-off numbers').inputValue()).toBe('+919876543210');
    expect(await field('Questions').inputValue()).toBe('Which course?\nWhen?');
    expect(await button('Discard changes').count()).toBe(0);
  });

  it('offers engines with their price, and the languages, voices and settings that fit', async () => {
    expect(await field('Voice engine').locator('option').first().innerText()).toBe(
      'Google Chirp 3: HD, 6 credits a minute',
    );
    expect(await optionsOf('Language')).not.toContain('odia');
    expect(await field('Temperature').count()).toBe(0);
    await field('Voice engine').selectOption('sarvam');
    await field('Temperature').fill('0.7');
    expect(await field('Voice').inputValue()).not.toBe('Aoede');
    await field('Language').selectOption('odia');
    const { data } = await service.api(account).get('/voices?tts_model=sarvam&language=odia');
    expect((await optionsOf('Voice')).sort()).toEqual(data[0]?.voices.map(({ id }) => id).sort());
    await field('Voice engine').selectOption('google');
    await wrong('Voice engine').waitFor();
    await field('Language').selectOption('');
    await wrong('Voice engine').waitFor({ state: 'hidden' });
    await page().getByText('does not support temperature: it has no effect.').waitFor();
    const body = await sent(() => page().keyboard.press('Control+s'));
    await saved();
    expect(Object.keys(body).sort()).toEqual(['expected_updated_at', 'temperature']);
  });

  it('keeps what is typed: over a reload, a leave, a lost connection, and until signing out', async () => {
    const key = `aics.draft.${loginId}.${account.id}.${agentId}`;
    const isKept = () => page().evaluate<boolean>(`localStorage.getItem('${key}') !== null`);
    expect(await isKept()).toBe(false);
    await field('Script').fill('Not saved yet.');
    await page().getByText('Unsaved changes').waitFor();
    await page().reload();
    await browser.shows('agent');
    expect(await field('Script').inputValue()).toBe('Not saved yet.');
    await page().getByRole('link', { name: 'Agents', exact: true }).click();
    const question = page().getByRole('alertdialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page().getByRole('link', { name: 'Agents', exact: true }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await browser.shows('agents');
    await page().getByRole('link', { name: 'Asha' }).click();
    await browser.shows('agent');
    expect(await field('Script').inputValue()).toBe('Not saved yet.');

    await page().route('**/console/v1/agents/*', (route: Route) => route.abort());
    await button('Save').click();
    await page().getByText('No connection to the service. Try again.').waitFor();
    expect(await field('Script').inputValue()).toBe('Not saved yet.');
    await page().unroute('**/console/v1/agents/*');
    await sent(() => button('Save').click());
    await saved();
    await eventually(async () => {
      expect(await isKept()).toBe(false);
    });
    expect((await read(agentId)).system_prompt).toBe('Not saved yet.');

    await field('Script').fill('Another.');
    await button('Discard changes').click();
    const sure = page().getByRole('alertdialog', { name: 'Discard changes?' });
    await isWellMade();
    await sure.getByRole('button', { name: 'Discard changes' }).click();
    expect(await field('Script').inputValue()).toBe('Not saved yet.');
  });

  it('overwrites nobody: who saved meanwhile is told, and their agent is shown after "Reload"', async () => {
    await field('Script').fill('Mine.');
    await service.api(account).patch(`/agents/${agentId}`, { system_prompt: 'Theirs.', pace: 1.2 });
    await sent(() => button('Save').click());
    await page().getByText('Somebody saved this agent meanwhile').waitFor();
    expect(await field('Script').inputValue()).toBe('Mine.');
    await page().reload();
    await page().getByText('Somebody saved this agent meanwhile').waitFor();
    expect(await field('Script').inputValue()).toBe('Mine.');
    await isWellMade();
    await button('Reload').click();
    await page().getByText('Somebody saved this agent meanwhile').waitFor({ state: 'hidden' });
    expect(await field('Script').inputValue()).toBe('Theirs.');
    expect(await field('Pace').inputValue()).toBe('1.2');
    await field('Pace').fill('');
    expect(await sent(() => button('Save').click())).toMatchObject({ pace: null });
    await saved();
  });

  it('turns off, on and makes default beside what is typed, and takes that for no conflict', async () => {
    const body = { agent_id: agentId, phone_number: number('0001'), test: true };
    const later = new Date(service.clock.nowMs() + 3_600_000).toISOString();
    const call = await service
      .http(account)
      .post('/calls')
      .send({ ...body, scheduled_for: later })
      .expect(200);
    await field('Script').fill('Typed before it was turned off.');
    await button('Turn off').click();
    const question = page().getByRole('alertdialog');
    await question.getByText('1 waiting call ends.').waitFor();
    await question.getByRole('button', { name: 'Turn off' }).click();
    await page().locator('main [data-status="off"]').waitFor();
    await sent(() => button('Save').click());
    await saved();
    await button('Turn on').click();
    await page().locator('main [data-status="default"]').waitFor();
    expect((await read(agentId)).system_prompt).toBe('Typed before it was turned off.');
    await browser.goto(`/calls/${call.body.id}`);
    await page().getByTestId('agent-version').getByRole('link', { name: 'Asha' }).click();
    await browser.shows('agent');
  });

  it('duplicates an agent under a name that is free and not too long', async () => {
    await makeAgent(service, account, { name: 'y'.repeat(128) });
    await page().getByRole('link', { name: 'Agents', exact: true }).click();
    await browser.shows('agents');
    await page().getByRole('row', { name: /yyy/ }).getByRole('link', { name: 'Duplicate' }).click();
    await browser.shows('agent');
    expect(await field('Name').inputValue()).toBe(`${'y'.repeat(121)} (copy)`);
    await browser.goto(`/agents/${agentId}`);
    await page().getByRole('link', { name: 'Duplicate' }).click();
    await page().waitForURL('**/agents/new?copy=*');
    await browser.shows('agent');
    expect(await field('Name').inputValue()).toBe('Asha (copy)');
    expect(await field('Keyterms').inputValue()).toBe('hostel');
    await field('Name').fill('ASHA');
    await page().getByText('An agent of the account is already called "ASHA"').waitFor();
    await sent(() => button('Save').click());
    await wrong('Name').and(page().locator(':focus')).waitFor();
    await field('Name').fill('Ravi');
    const body = await sent(() => button('Save').click());
    await page().getByRole('heading', { level: 1, name: 'Ravi' }).waitFor();
    expect(idOfPage()).not.toBe(agentId);
    await button('Make default').click();
    await page().locator('main [data-status="default"]').waitFor();
    const { name: _, ...copied } = body;
    expect(await read(agentId)).toMatchObject({
      ...copied,
      system_prompt: 'Typed before it was turned off.',
    });
  });

  it('shows any text as a text', async () => {
    const id = await makeAgent(service, account, {
      name: HOSTILE,
      opening_line: HOSTILE,
      system_prompt: HOSTILE,
      extraction_questions: [HOSTILE, 'Two\nlines'],
      dispositions: [HOSTILE.slice(0, 60)],
      keyterms: [HOSTILE.slice(0, 60)],
      pronunciations: [{ text: HOSTILE.slice(0, 60), say: HOSTILE }],
      send_rules: [{ action_type: 'send_email', message_body: HOSTILE, [HOSTILE]: HOSTILE }],
      voicemail: { message: `${HOSTILE} {{${'w'.repeat(90)}}}` },
    });
    await browser.goto(`/agents/${id}`);
    expect(await page().title()).toContain('\u2068<img src=x onerror="alert(1)">□abc');
    expect(await field('Script').inputValue()).toBe(HOSTILE);
    await page().getByTestId('variables').getByText('w'.repeat(90)).waitFor();
    await isWellMade();
    await field('Pace').fill('1');
    expect(Object.keys(await sent(() => button('Save').click())).sort()).toEqual([
      'expected_updated_at',
      'pace',
    ]);
    await saved();
    agentId = id;
  });

  it('is asked before signing out, which forgets what was typed', async () => {
    await field('Name').fill('Never saved');
    await page().getByText('Unsaved changes').waitFor();
    const drafts = () =>
      page().evaluate<number>(`Object.keys(localStorage).filter((name) => name.includes('draft')).length`);
    expect(await drafts()).toBe(1);
    const signOut = async () => {
      await button('You').click();
      await page().getByRole('menuitem', { name: 'Sign out' }).click();
    };
    const question = page().getByRole('alertdialog', { name: 'Leave without saving?' });
    await signOut();
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await field('Name').inputValue()).toBe('Never saved');
    await signOut();
    await question.getByRole('button', { name: 'Leave' }).click();
    await browser.shows('sign-in');
    expect(await drafts()).toBe(0);
  });

  it('who only works with calls reads an agent without its script, and saves none', async () => {
    await browser.enter(await tests.person(account.id, ['STAFF']));
    await browser.goto(`/agents/${agentId}`);
    await page().getByText('Two lines').waitFor();
    expect(await page().getByRole('textbox').count()).toBe(0);
    expect(await button('Save').count()).toBe(0);
    expect(await page().getByRole('link', { name: 'Duplicate' }).count()).toBe(0);
    await isWellMade();
    await browser.goto('/agents/new');
    await page().getByRole('heading', { name: 'You may not open this page.' }).waitFor();
    await browser.goto('/agents/agent_00000000000000000000000000', 'error');
    await page().getByText('There is no such agent.').waitFor();
    await browser.enter(await tests.person((await service.account({ name: 'Empty' })).id, ['STAFF']));
    await browser.goto('/agents');
    await page().getByText('There is no agent yet.').waitFor();
    expect(await page().getByRole('link', { name: 'Make an agent' }).count()).toBe(0);
  });
});
