import { eventually } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { CallTests } from '../harness/calls';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleStage } from '../harness/console-stage';
import { faultsByKeyboard } from '../harness/keyboard-audit';

const SIZES = [
  { width: 1_280, height: 800 },
  { width: 390, height: 844 },
];

describeWithBrowser('The console by keyboard')('by keyboard alone', () => {
  const stage = new ConsoleStage({ as: 'ADMIN' });
  const paths = new Map<string, string>();

  beforeAll(async () => {
    const agentId = await makeAgent(stage.service, stage.account, { name: 'Asha' });
    const calls = new CallTests(stage.service, stage.account, agentId);
    const { id } = await calls.queue({ phone_number: number(), test: true });
    const batch = { agent_id: agentId, calls: [{ phone_number: number() }] };
    const { body } = await stage.service.http(stage.account).post('/batches').send(batch).expect(200);
    await eventually(async () => {
      const { status } = await stage.service.api(stage.account).get(`/calls/${id}`);
      expect(status).toBe('completed');
    });
    paths.set('an agent', `/agents/${agentId}`);
    paths.set('a call', `/calls/${id}`);
    paths.set('a batch', `/batches/${(body as { id: string }).id}`);
  });

  it.each([
    ['/'],
    ['/calls'],
    ['a call'],
    ['/batches'],
    ['/batches/new'],
    ['a batch'],
    ['/human-calls'],
    ['/do-not-call'],
    ['/credits'],
    ['/agents'],
    ['/agents/new'],
    ['an agent'],
    ['/tools'],
    ['/tools/new'],
    ['/phone-numbers'],
    ['/counsellors'],
    ['/webhook'],
    ['/keys'],
    ['/settings'],
    ['/settings/members'],
    ['/settings/audit-log'],
    ['/profile'],
  ])('each control of %s is reached, has a ring and is in view', async (page) => {
    await stage.browser.goto(paths.get(page) ?? page);
    const faults: string[] = [];
    for (const size of SIZES) {
      await stage.page().setViewportSize(size);
      const found = await faultsByKeyboard(stage.page());
      faults.push(...found.map((fault) => `${size.width}: ${fault}`));
    }
    expect(faults).toEqual([]);
  });
});
