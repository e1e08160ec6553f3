import { DoNotCallList } from '../../src/accounts';
import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleStage } from '../harness/console-stage';

describeWithBrowser('The focus of removed controls')(
  'a control that goes leaves the focus to the heading',
  () => {
    const stage = new ConsoleStage({ as: 'ADMIN' });
    const { page, button, row, question } = stage;

    const headingHasFocus = () =>
      page().getByRole('heading', { level: 1 }).and(page().locator(':focus')).waitFor();
    const confirms = async (action: string) => {
      await button(action, question()).press('Enter');
      await question().waitFor({ state: 'hidden' });
    };

    it('with its row', async () => {
      const list = stage.service.app.get(DoNotCallList, { strict: false });
      const [first, second] = [number(), number()];
      await list.add(stage.account.id, first, 'Asked for it.', null);
      await list.add(stage.account.id, second, 'Asked for it.', null);
      await stage.browser.goto('/do-not-call');
      await button('Remove', row(first)).press('Enter');
      await confirms('Remove');
      await row(first).waitFor({ state: 'hidden' });
      await headingHasFocus();
      // A dialog that removes nothing returns it.
      await button('Remove', row(second)).press('Enter');
      await page().keyboard.press('Escape');
      await button('Remove', row(second)).and(page().locator(':focus')).waitFor();
    });

    it('for other buttons of its row', async () => {
      const { id } = await stage.tests.member(stage.account.id, ['STAFF']);
      await stage.browser.goto('/settings/members');
      await button('Remove', row(id)).press('Enter');
      await confirms('Remove');
      await button('Reactivate', row(id)).waitFor();
      await headingHasFocus();
    });

    it('without any dialog', async () => {
      await makeAgent(stage.service, stage.account, { name: 'First' });
      const agentId = await makeAgent(stage.service, stage.account, { name: 'Second' });
      await stage.browser.goto('/agents');
      await button('Make default', row(agentId)).press('Enter');
      await button('Make default', row(agentId)).waitFor({ state: 'hidden' });
      await headingHasFocus();
    });
  },
);
