import { ANSWER, answered } from '../../../test/phone/harness/answered';
import { SDP, requestText, sdp } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';

describe('requests within a call', () => {
  const within = (method: string, toTag: string, cseq: number, parts = {}) =>
    requestText(method, { toTag, cseq, branch: `z9hG4bK-${method}-${cseq}`, ...parts });

  test('end it by BYE, with its cause', async () => {
    const driver = new UserAgentDriver();
    const { ends, toTag } = await answered(driver);
    await driver.receive(within('BYE', toTag, 2, { headers: ['Reason: SIP;cause=200, Q.850;cause=16'] }));
    expect(driver.newMessages()).toEqual(['200 BYE']);
    expect(ends).toEqual([{ by: 'remote', why: 'bye', q850: 16 }]);
    await driver.receive(within('BYE', toTag, 3));
    expect(driver.newMessages()).toEqual(['481 BYE']);
  });

  test('get 200 for a BYE that crosses ours, and 481 once ours has a response', async () => {
    const driver = new UserAgentDriver();
    const { session, ends, toTag } = await answered(driver);
    void session.hangUp();
    await settle();
    await driver.receive(within('BYE', toTag, 2));
    await driver.receive(within('INFO', toTag, 3));
    expect(driver.newMessages()).toEqual(['BYE', '200 BYE', '481 INFO']);
    await driver.answer(driver.request('BYE'), 200);
    await driver.receive(within('BYE', toTag, 4));
    expect(driver.newMessages()).toEqual(['481 BYE']);
    expect(ends).toEqual([{ by: 'local', why: 'bye', q850: null }]);
    await driver.clock.pass(60_000);
    expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
  });

  test('match a dialog by all three parts of its name', async () => {
    const driver = new UserAgentDriver();
    const { ends, toTag } = await answered(driver);
    await driver.receive(within('BYE', toTag, 2, { fromTag: 'stranger' }));
    await driver.receive(within('BYE', 'wrong', 3));
    await driver.receive(within('BYE', toTag, 4, { callId: 'other' }));
    expect(driver.newMessages()).toEqual(['481 BYE', '481 BYE', '481 BYE']);
    expect(ends).toEqual([]);
  });

  test('get 500 for an older CSeq', async () => {
    const driver = new UserAgentDriver();
    const { ends, toTag } = await answered(driver);
    await driver.receive(within('BYE', toTag, 1));
    expect(driver.newMessages()).toEqual(['500 BYE']);
    expect(ends).toEqual([]);
  });

  test('get 200 for OPTIONS, INFO and UPDATE, and 603 for REFER', async () => {
    const driver = new UserAgentDriver();
    const { session, toTag } = await answered(driver);
    const keys: string[] = [];
    session.listen({ dtmf: (key, ms) => keys.push(`${key} ${ms}`) });
    const relay = 'Signal= 5\r\nDuration= 250\r\n';
    const info = (cseq: number, type: string, body: string) =>
      within('INFO', toTag, cseq, { body }).replace('application/sdp', type);
    await driver.receive(within('OPTIONS', toTag, 2));
    await driver.receive(info(3, 'application/dtmf-relay', relay));
    await driver.receive(info(4, 'application/dtmf', '#'));
    await driver.receive(info(5, 'text/plain', 'hello'));
    expect(driver.response().headers.list('accept')).toEqual(['application/dtmf-relay', 'application/dtmf']);
    await driver.receive(within('UPDATE', toTag, 6));
    await driver.receive(within('REFER', toTag, 7));
    expect(driver.newMessages()).toEqual([
      '200 OPTIONS',
      '200 INFO',
      '200 INFO',
      '415 INFO',
      '200 UPDATE',
      '603 REFER',
    ]);
    expect(keys).toEqual(['5 250', '# 160']);
  });

  test.each([
    ['a=sendonly', 'a=recvonly', { onHold: true, direction: 'recvonly' }],
    ['a=inactive', 'a=inactive', { onHold: true, direction: 'inactive' }],
    ['a=recvonly', 'a=sendonly', { onHold: false, direction: 'sendonly' }],
  ])('put the call on hold: %s', async (offered, expected, audio) => {
    const driver = new UserAgentDriver();
    const { toTag, audios, session } = await answered(driver);
    await driver.receive(within('INVITE', toTag, 2, { body: sdp('192.0.2.10', 30_000, offered) }));
    expect(driver.response().body).toContain(`${expected}\r\n`);
    expect(driver.response().body).toMatch(/^o=- \d+ 2 /m);
    await driver.receive(within('ACK', toTag, 2));
    expect(audios).toMatchObject([audio]);
    await driver.receive(within('INVITE', toTag, 3, { body: SDP, contact: '<sip:new@192.0.2.50>' }));
    await driver.receive(within('ACK', toTag, 3));
    expect(audios).toHaveLength(2);
    expect(session.remoteAudio).toMatchObject({ onHold: false, direction: 'sendrecv' });
    expect(session.record.remoteTarget).toBe('sip:new@192.0.2.50');
  });

  test('get 488 for an unusable offer, and leave the call unchanged', async () => {
    const driver = new UserAgentDriver();
    const { toTag, session } = await answered(driver);
    await driver.receive(within('INVITE', toTag, 2, { body: sdp('192.0.2.10', 30_000, 'a=sendrecv', '18') }));
    expect(driver.newMessages()).toEqual(['488 INVITE']);
    expect(session.remoteAudio).toMatchObject({ port: 30_000 });
    expect(session.ended).toBe(false);
  });

  test('prove by a re-INVITE that overtakes the ACK that our 200 arrived', async () => {
    const driver = new UserAgentDriver();
    let confirmed = 0;
    const { session, toTag } = await answered(driver, { ack: false });
    session.listen({ onConfirmed: () => confirmed++ });
    await driver.receive(within('INVITE', toTag, 2, { body: SDP }));
    expect(driver.newMessages()).toEqual(['200 INVITE']);
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    await driver.receive(within('ACK', toTag, 2));
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual([]);
    expect(confirmed).toBe(1);
    expect(session.ended).toBe(false);
  });

  test('get 491 for a re-INVITE before the ACK with the answer to our offer', async () => {
    const driver = new UserAgentDriver();
    const { toTag } = await answered(driver, { ack: false, body: '' });
    await driver.receive(within('INVITE', toTag, 2, { body: SDP }));
    expect(driver.newMessages()).toEqual(['491 INVITE']);
  });

  test('are limited in their rate', async () => {
    const driver = new UserAgentDriver();
    const { toTag } = await answered(driver);
    for (let cseq = 2; cseq < 202; cseq++) await driver.receive(within('OPTIONS', toTag, cseq));
    expect(driver.newMessages().length).toBeLessThan(60);
    expect(driver.dropped.filter((reason) => reason === 'rate').length).toBeGreaterThan(140);
  });
});

// RFC 6026 section 7.1: an ACK in the state Accepted is the user's. A peer of RFC 2543 sends no other branch.
test.each([
  ['of RFC 2543', 'old'],
  ['with the branch of the INVITE', 'z9hG4bK-same'],
])('confirms the call by an ACK %s', async (_what, branch) => {
  const driver = new UserAgentDriver();
  const ends: unknown[] = [];
  let confirmed = 0;
  await driver.receive(requestText('INVITE', { body: SDP, branch }));
  const handlers = { onEnded: (end: unknown) => void ends.push(end), onConfirmed: () => (confirmed += 1) };
  const session = driver.incoming[0]?.answer({ ...ANSWER, handlers });
  const toTag = session?.record.localTag ?? '';
  await driver.receive(requestText('ACK', { toTag, branch }));
  expect(confirmed).toBe(1);
  driver.newMessages();
  await driver.clock.pass(60_000);
  expect(driver.newMessages()).toEqual([]);
  expect(ends).toEqual([]);
});
