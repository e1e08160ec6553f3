import { PEER } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { Target } from '../domain/ports';

const TARGET: Target = { ...PEER, transport: 'tcp' };

/** A user agent with a connection of its own to a target. */
class ConnectedDriver extends UserAgentDriver {
  readonly connection = this.flow(TARGET);

  place32s() {
    const placed = this.place({ targets: [TARGET] });
    return this.clock.pass(32_000).then(() => placed);
  }

  async ping(status?: number): Promise<void> {
    const ended = this.userAgent.request('OPTIONS', { target: TARGET, uri: 'sip:example.com', peer: {} });
    await settle();
    if (status === undefined) await this.clock.pass(32_000);
    else await this.answer(this.request('OPTIONS'), status, { flow: this.connection });
    await ended;
  }

  /** Answers OPTIONS as a keep-alive. */
  keepAlive() {
    return this.userAgent.keepAlive({
      targets: () => Promise.resolve([TARGET]),
      peer: {},
      everyMs: 60_000,
      uri: 'sip:example.com',
    });
  }
}

describe('a connection whose far side vanished without closing it', () => {
  test('is closed when an INVITE got no response in 32 s, so the next one goes over a new connection', async () => {
    const driver = new ConnectedDriver();
    const placed = await driver.place32s();
    expect(placed.failure).toMatchObject({ kind: 'silent', receivedSince: false });
    expect(driver.connection.open).toBe(false);
    driver.newMessages();
    driver.place({ targets: [TARGET] });
    await settle();
    expect(driver.newMessages()).toEqual(['INVITE']);
    expect(driver.sent.at(-1)?.flow.open).toBe(true);
  });

  test('is closed when OPTIONS got no response, if the target answered one before', async () => {
    const driver = new ConnectedDriver();
    const keepAlive = driver.keepAlive();
    await settle();
    await driver.answer(driver.request('OPTIONS'), 200, { flow: driver.connection });
    await driver.clock.pass(60_000 + 31_999);
    expect(driver.connection.open).toBe(true);
    await driver.clock.pass(1);
    expect(driver.connection.open).toBe(false);
    keepAlive.stop();
  });
});

describe('a silent connection stays open', () => {
  test('when another response came on it', async () => {
    const driver = new ConnectedDriver();
    driver.place({ targets: [TARGET] });
    await settle();
    await driver.ping(200);
    await driver.clock.pass(32_000);
    expect(driver.connection.open).toBe(true);
  });

  test('when its server never answers OPTIONS', async () => {
    const driver = new ConnectedDriver();
    await driver.ping();
    expect(driver.connection.open).toBe(true);
  });

  test('when the far side opened it: a phone is watched otherwise', async () => {
    const driver = new UserAgentDriver();
    const connection = driver.flow(TARGET, true);
    driver.place({ targets: [TARGET] });
    await driver.clock.pass(32_000);
    expect(connection.open).toBe(true);
  });
});
