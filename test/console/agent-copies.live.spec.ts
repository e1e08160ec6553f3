import { AgentResources } from '../../src/agents/application/agent-resources';
import { AgentPage } from '../harness/agent-page';
import { makeAgent } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver, HOSTILE } from '../harness/console-driver';
import { expectSoon } from '../harness/expect-soon';

describeWithBrowser('Agent editor: copies, texts and sessions', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, button } = driver;
  let editor: AgentPage;
  let agentId: string;

  beforeAll(async () => {
    editor = new AgentPage(driver.browser);
    const resources = driver.service.app.get(AgentResources, { strict: false });
    await resources.addTemplate(driver.account.id, HOSTILE, false);
    agentId = await makeAgent(driver.service, driver.account, { name: 'Asha' });
  });

  const field = (label: string) => editor.field(label);
  const link = (name: string) => page().getByRole('link', { name, exact: true });
  const question = (name: string) => page().getByRole('alertdialog', { name });
  const read = (id: string) => driver.service.api(driver.account).get(`/agents/${id}`);

  it('duplicates an agent under a name within the limit, and makes the copy the default', async () => {
    await makeAgent(driver.service, driver.account, { name: 'y'.repeat(128) });
    await driver.browser.goto('/agents');
    await page().getByRole('row', { name: /yyy/ }).getByRole('link', { name: 'Duplicate' }).click();
    await driver.browser.shows('agent');
    await expectSoon(() => field('Name').inputValue()).toBe(`${'y'.repeat(121)} (copy)`);
    await link('Agents').click();
    await driver.browser.shows('agents');
    await link('Asha').click();
    // The list has such a link in each row.
    await driver.browser.shows('agent');
    await link('Duplicate').click();
    await page().waitForURL(`**/agents/new?copy=${agentId}`);
    await driver.browser.shows('agent');
    await field('Name').and(page().locator('[value="Asha (copy)"]')).waitFor();
    await field('Name').fill('ASHA');
    await page().getByText('An agent of the account is already called "ASHA"').waitFor();
    await editor.sent();
    await editor.wrong('Name').and(editor.focused('Name')).waitFor();
    await field('Name').fill('Ravi');
    const { name: _, ...copied } = await editor.sent();
    await page().getByRole('heading', { level: 1, name: 'Ravi' }).waitFor();
    expect(editor.id).not.toBe(agentId);
    expect(await read(agentId)).toMatchObject(copied);
    await link('Agents').click();
    const row = page().getByRole('row', { name: 'Ravi' });
    await button('Make default', row).click();
    await row.locator('[data-status="default"]').waitFor();
    expect(await read(agentId)).toMatchObject({ is_default: false });
  });

  it('shows markup in texts as plain text', async () => {
    agentId = await makeAgent(driver.service, driver.account, {
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
    await driver.browser.goto('/agents');
    await page().locator(`tr[data-id="${agentId}"] [data-status="on"]`).waitFor();
    expect(await driver.browser.faults()).toEqual([]);
    await page().locator(`tr[data-id="${agentId}"] a`).first().click();
    await page().getByTestId('variables').getByText('w'.repeat(90)).waitFor();
    expect(await page().title()).toContain('\u2068<img src=x onerror="alert(1)">□abc');
    await expectSoon(() => field('Script').inputValue()).toBe(HOSTILE);
    expect(await driver.browser.faults()).toEqual([]);
    await field('Pace').fill('1');
    expect(Object.keys(await editor.save()).sort()).toEqual(['expected_updated_at', 'pace']);
  });

  it('preserves typed text when the session ends, until the next sign-out, which needs a confirmation', async () => {
    await field('Name').fill('Never saved');
    await driver.service.unitOfWork.rows('DELETE FROM sessions');
    await button('Save').click();
    await driver.browser.shows('sign-in');
    await driver.browser.enter(await driver.tests.open(driver.person.loginId, 'anybody@example.com'));
    await driver.browser.goto(`/agents/${agentId}`);
    await expectSoon(() => field('Name').inputValue()).toBe('Never saved');
    const signOut = async () => {
      await button('You').click();
      await page().getByRole('menuitem', { name: 'Sign out' }).click();
    };
    await signOut();
    await button('Stay', question('Leave without saving?')).click();
    await expectSoon(() => field('Name').inputValue()).toBe('Never saved');
    expect(await editor.drafts()).toHaveLength(1);
    await signOut();
    await button('Leave', question('Leave without saving?')).click();
    await driver.browser.shows('sign-in');
    expect(await editor.drafts()).toEqual([]);
  });

  it('shows agents without scripts and actions to users who work with calls alone', async () => {
    await driver.browser.enter(await driver.tests.person(driver.account.id, ['STAFF']));
    await driver.browser.goto('/agents');
    await page().getByText('Ravi').waitFor();
    await expectSoon(() => button('Turn off').count()).toBe(0);
    await expectSoon(() => link('New agent').count()).toBe(0);
    await page().locator(`tr[data-id="${agentId}"] a`).click();
    await page().getByText('Two lines').waitFor();
    await page().getByText('Google Chirp 3: HD', { exact: true }).waitFor();
    await expectSoon(() => page().getByRole('textbox').count()).toBe(0);
    await expectSoon(() => button('Save').count()).toBe(0);
    await expectSoon(() => link('Duplicate').count()).toBe(0);
    expect(await driver.browser.faults()).toEqual([]);
    await driver.browser.goto('/agents/new');
    await page().getByRole('heading', { name: 'You may not open this page.' }).waitFor();
    await driver.browser.goto('/agents/agent_00000000000000000000000000', 'error');
    await page().getByText('There is no such agent.').waitFor();
  });
});
