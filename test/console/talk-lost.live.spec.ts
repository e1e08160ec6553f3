import { describeWithMicrophone } from '../harness/chromium';
import { expectSoon } from '../harness/expect-soon';
import { TalkPage } from '../harness/talk-page';

const ONE = '**/console/api/voice-tests/vtest_*';
const SERVICE_LOST = 'The voice test was lost: the service stopped.';

describeWithMicrophone('Test agent: a talk without its service', () => {
  const own = new TalkPage();
  const { driver, status, isIn } = own;
  const { page } = driver;
  const says = (text: string) => status().getByText(text).waitFor();

  /** No further socket is ready. */
  const loseSocket = async (): Promise<void> => {
    own.talk.isReady = false;
    own.talk.change({ status: 'talking' });
    own.talk.socket.close(1001);
    await says('The connection is interrupted. Connecting again…');
  };

  it('gives up when nothing answers, as behind a network that is silent', async () => {
    await own.start();
    await page().route(ONE, () => undefined);
    const lostAt = performance.now();
    await loseSocket();
    await says('The connection was lost.');
    await isIn('ended');
    expect(performance.now() - lostAt).toBeLessThan(13_000);
  });

  it('corrects what it supposed of the end once the service answers', async () => {
    await own.start();
    await page().route(ONE, (route) => route.abort());
    await loseSocket();
    await says(SERVICE_LOST);
    await isIn('ended');
    await page().unroute(ONE);
    await driver.isWellMade();
    own.talk.change({ status: 'ended', ended_by: 'service', reason: 'The connection was lost.' });
    await says('The connection was lost.');
    await expectSoon(() => status().getByText(SERVICE_LOST).count()).toBe(0);
  });
});
