import { makeAgent, number } from '../harness/builders';
import { describeWithBrowser } from '../harness/chromium';
import { ConsoleDriver } from '../harness/console-driver';

const LINE = {
  codec: 'PCMA',
  encrypted: true,
  in: { mos: 3.7, jitter_ms: 6.2, lost_percent: 4.1, late_percent: 0.3 },
  out: { mos: 4.2, lost_percent: 0, jitter_ms: 3 },
  round_trip_ms: 31,
  delay_ms: 48,
};

describeWithBrowser('The line of a call', () => {
  const driver = new ConsoleDriver({ as: 'ADMIN' });
  const { page, isWellMade } = driver;
  const line = () => page().getByTestId('line');

  it('describes the line of each phone of a human call, with figures', async () => {
    const { service } = driver;
    const account = driver.account;
    const agent_id = await makeAgent(service, account);
    const { id } = await service
      .api(account)
      .post('/calls', { phone_number: number(), agent_id, test: true });
    // Read first: the page may cancel a request whose route waits for the service.
    const url = `${service.origin}/console/api/calls/${id}/context`;
    const context = (await (await page().request.get(url)).json()) as object;
    await page().route('**/context', (route) => route.fulfill({ json: { ...context, line: LINE } }));
    await driver.browser.goto(`/calls/${id}`);
    await line().getByText('Fair (MOS 3.7)').waitFor();
    expect(await line().getAttribute('data-mos')).toBe('3.7');
    await line().getByText('Good (MOS 4.2)').waitFor();
    await line().getByText('4.1 %').waitFor();
    await line().getByText('PCMA, encrypted').waitFor();
    await isWellMade();
  });

  it('shows no line for calls without RTP', async () => {
    await page().unroute('**/context');
    await page().reload();
    await page().getByText('What happened').waitFor();
    expect(await line().count()).toBe(0);
  });
});
