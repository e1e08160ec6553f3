import { PEER } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { RegistrationState } from './registration';

function register(driver: UserAgentDriver, expires = 300, contact = 'trunk') {
  const states: RegistrationState[] = [];
  const registration = driver.userAgent.register({
    targets: () => Promise.resolve([PEER]),
    peer: { credentials: { username: 'trunk', password: 'p' } },
    registrar: 'sip:example.com',
    uri: 'sip:trunk@example.com',
    contact,
    expires,
    onChanged: (state) => states.push(state),
  });
  return { registration, states };
}

test('refreshes at 80 % of the granted time, and is challenged each time', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  const first = driver.request('REGISTER');
  expect(first.uri).toBe('sip:example.com');
  expect(first.headers.get('contact')).toBe('<sip:trunk@192.0.2.1:5060>');
  expect(first.headers.get('expires')).toBe('300');
  await driver.answer(first, 401, { headers: ['WWW-Authenticate: Digest realm="r", nonce="n", qop="auth"'] });
  expect(driver.request('REGISTER').headers.get('cseq')).toBe('2 REGISTER');
  expect(driver.request('REGISTER').headers.get('call-id')).toBe(first.headers.get('call-id'));
  await driver.answer(driver.request('REGISTER'), 200, {
    contact: '<sip:other@192.0.2.9>;expires=999, <sip:trunk@192.0.2.1:5060>;expires=100',
  });
  expect(states).toEqual([{ registered: true, expiresS: 100 }]);
  driver.newMessages();
  await driver.clock.pass(79_999);
  expect(driver.newMessages()).toEqual([]);
  await driver.clock.pass(1);
  expect(driver.newMessages()).toEqual(['REGISTER']);
});

test('uses the time of its own Contact, not those of other phones of the user', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  await driver.answer(driver.request('REGISTER'), 200, {
    contact: '<sip:trunk@192.0.2.9:5060>;expires=3600, <sip:trunk@192.0.2.1:5060>;expires=100',
  });
  expect(states).toEqual([{ registered: true, expiresS: 100 }]);
});

test('escapes a user name with the signs of an address', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver, 300, 'me@home');
  await settle();
  expect(driver.request('REGISTER').headers.get('contact')).toBe('<sip:me%40home@192.0.2.1:5060>');
  const contact = '<sip:me%40home@192.0.2.1:5060>;expires=100';
  await driver.answer(driver.request('REGISTER'), 200, { contact });
  expect(states).toEqual([{ registered: true, expiresS: 100 }]);
});

test('retries failures after 5, 15, 30, 60 and again 60 s', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  for (const seconds of [5, 15, 30, 60, 60]) {
    await driver.answer(driver.request('REGISTER'), 403);
    driver.newMessages();
    await driver.clock.pass(seconds * 1_000 - 1);
    expect(driver.newMessages()).toEqual([]);
    await driver.clock.pass(1);
    expect(driver.newMessages()).toEqual(['REGISTER']);
  }
  await driver.answer(driver.request('REGISTER'), 200);
  expect(states).toHaveLength(6);
  expect(states[0]).toEqual({ registered: false, status: 403, reason: 'Reason 403' });
  expect(states.at(-1)).toEqual({ registered: true, expiresS: 300 });
});

test('repeats once with Min-Expires after 423', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver, 60);
  await settle();
  await driver.answer(driver.request('REGISTER'), 423, { headers: ['Min-Expires: 600'] });
  expect(driver.request('REGISTER').headers.get('expires')).toBe('600');
  await driver.answer(driver.request('REGISTER'), 423, { headers: ['Min-Expires: 1200'] });
  expect(states).toEqual([{ registered: false, status: 423, reason: 'Reason 423' }]);
});

test('reports a silent registrar', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await driver.clock.pass(32_000);
  expect(states).toEqual([{ registered: false, status: null, reason: 'no response' }]);
});

test('is not registered once the granted time is over, while a refresh still waits', async () => {
  const driver = new UserAgentDriver();
  const { registration } = register(driver, 60);
  await settle().then(() => driver.answer(driver.request('REGISTER'), 200));
  await driver.clock.pass(60_000);
  expect(registration.state.registered).toBe(true);
  await driver.clock.pass(1);
  expect(registration.state).toEqual({ registered: false, status: null, reason: 'no response' });
});

test('removes our Contact when stopped, and sends nothing more', async () => {
  const driver = new UserAgentDriver();
  const { registration } = register(driver);
  await settle();
  await driver.answer(driver.request('REGISTER'), 200);
  const stopped = registration.stop();
  await settle();
  expect(driver.request('REGISTER').headers.get('expires')).toBe('0');
  await driver.answer(driver.request('REGISTER'), 200);
  await stopped;
  driver.newMessages();
  await driver.clock.pass(3_600_000);
  expect(driver.newMessages()).toEqual([]);
});

test('tries wrong credentials once per challenge', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  for (let tries = 0; tries < 2; tries++) {
    const headers = [`WWW-Authenticate: Digest realm="r", nonce="n${tries}"`];
    await driver.answer(driver.request('REGISTER'), 401, { headers });
  }
  expect(driver.newMessages()).toEqual(['REGISTER', 'REGISTER']);
  expect(states).toMatchObject([{ registered: false, status: 401 }]);
});

test('tries a stale nonce again, but not for ever', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  for (let tries = 0; tries < 6 && states.length === 0; tries++) {
    const headers = [`WWW-Authenticate: Digest realm="r", nonce="n${tries}", stale=TRUE`];
    await driver.answer(driver.request('REGISTER'), 401, { headers });
  }
  expect(driver.newMessages()).toHaveLength(5);
  expect(states).toMatchObject([{ registered: false, status: 401 }]);
});

test('answers challenges of both a proxy and the registrar behind it', async () => {
  const driver = new UserAgentDriver();
  const { states } = register(driver);
  await settle();
  await driver.answer(driver.request('REGISTER'), 407, {
    headers: ['Proxy-Authenticate: Digest realm="proxy", nonce="a", qop="auth"'],
  });
  await driver.answer(driver.request('REGISTER'), 401, {
    headers: ['WWW-Authenticate: Digest realm="registrar", nonce="b", qop="auth", algorithm=SHA-256'],
  });
  const { headers } = driver.request('REGISTER');
  expect(headers.get('proxy-authorization')).toContain('nc=00000002');
  expect(headers.get('authorization')).toContain('algorithm=SHA-256');
  await driver.answer(driver.request('REGISTER'), 200);
  expect(states).toMatchObject([{ registered: true }]);
});

describe('keep-alive', () => {
  test('treats a target that responds to OPTIONS with 503 as present, and last for 30 s', async () => {
    const driver = new UserAgentDriver();
    const other = { ...PEER, address: '192.0.2.20' };
    const targets = [PEER, other];
    const keepAlive = driver.userAgent.keepAlive({
      targets: () => Promise.resolve(targets),
      peer: {},
      everyMs: 60_000,
      uri: 'sip:example.com',
    });
    await settle();
    const [first] = driver.sent;
    if (first?.message.kind !== 'request') throw new Error('no request');
    await driver.answer(first.message, 503);
    const { health } = driver.userAgent;
    expect(health.state('udp:192.0.2.10:5060')).toBe('up');
    expect(health.order(targets)).toEqual([other, PEER]);
    await driver.clock.pass(30_001);
    expect(health.order(targets)).toEqual(targets);
    keepAlive.stop();
  });

  test('sends OPTIONS to each target at once and periodically, which sets its health', async () => {
    const driver = new UserAgentDriver();
    const rounds: number[] = [];
    const other = { ...PEER, address: '192.0.2.20' };
    const keepAlive = driver.userAgent.keepAlive({
      targets: () => Promise.resolve([PEER, other]),
      peer: {},
      everyMs: 30_000,
      uri: 'sip:example.com',
      round: (targets) => rounds.push(targets.length),
    });
    await settle();
    expect(driver.newMessages()).toEqual(['OPTIONS', 'OPTIONS']);
    const { health } = driver.userAgent;
    expect(health.stateOf([PEER, other])).toBe('unknown');
    const [first] = driver.sent;
    if (first?.message.kind !== 'request') throw new Error('no request');
    await driver.answer(first.message, 404);
    expect(health.state('udp:192.0.2.10:5060')).toBe('up');
    expect(health.stateOf([PEER, other])).toBe('up');
    await driver.clock.pass(90_001);
    expect(health.state('udp:192.0.2.10:5060')).toBe('down');
    expect(health.state('udp:192.0.2.20:5060')).toBe('unknown');
    expect(rounds.length).toBeGreaterThan(0);
    keepAlive.stop();
    await driver.clock.pass(60_000);
    driver.newMessages();
    await driver.clock.pass(600_000);
    expect(driver.newMessages()).toEqual([]);
  });
});

test('reports each response with the peer’s name', async () => {
  const told: unknown[][] = [];
  const driver = new UserAgentDriver({ onAnswered: (...what) => told.push(what) });
  const peer = { name: 'mumbai-1', credentials: { username: 'trunk', password: 'p' } };
  void driver.userAgent.request('REGISTER', { target: PEER, uri: 'sip:trunk@example.com', peer });
  void driver.userAgent.request('OPTIONS', { target: PEER, uri: 'sip:example.com', peer: {} });
  await settle();
  await driver.answer(driver.request('REGISTER'), 401, {
    headers: ['WWW-Authenticate: Digest realm="r", nonce="n"'],
  });
  await driver.answer(driver.request('REGISTER'), 200);
  await driver.answer(driver.request('OPTIONS'), 404);
  expect(told).toEqual([
    ['mumbai-1', 'REGISTER', 401],
    ['mumbai-1', 'REGISTER', 200],
    [null, 'OPTIONS', 404],
  ]);
});

test('gives up after 2 s when it is stopped while the registrar is silent', async () => {
  const driver = new UserAgentDriver();
  const { registration } = register(driver);
  await settle();
  let isStopped = false;
  void registration.stop().then(() => (isStopped = true));
  await driver.clock.pass(1_999);
  expect(isStopped).toBe(false);
  await driver.clock.pass(1);
  expect(isStopped).toBe(true);
  driver.newMessages();
  await driver.answer(driver.request('REGISTER'), 200);
  expect(driver.newMessages()).toEqual([]);
});
