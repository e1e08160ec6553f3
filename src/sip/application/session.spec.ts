import { AUDIO, SDP, requestText, sdp } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { ReinviteOutcome } from './reinvite';
import type { Session } from './session';

/** A request of the far side in a call that we placed. */
function theirs(session: Session, method: string, cseq: number, parts = {}): string {
  const { callId, localTag, remoteTag } = session.record;
  return requestText(method, {
    callId,
    toTag: localTag,
    fromTag: remoteTag,
    cseq,
    branch: `z9hG4bK-${method}-${cseq}`,
    ...parts,
  });
}

test('sends BYE within the dialog, and answers challenges', async () => {
  const driver = new UserAgentDriver();
  const placed = await driver.talking({ peer: { credentials: { username: 'u', password: 'p' } } });
  const over = placed.session.hangUp();
  await settle();
  expect(placed.ends).toEqual([{ by: 'local', why: 'bye', q850: null }]);
  const bye = driver.request('BYE');
  expect(bye).toMatchObject({ uri: 'sip:far@192.0.2.10' });
  expect(bye.headers.get('cseq')).toBe('2 BYE');
  await driver.answer(bye, 407, { headers: ['Proxy-Authenticate: Digest realm="r", nonce="n", qop="auth"'] });
  expect(driver.request('BYE').headers.get('cseq')).toBe('3 BYE');
  expect(driver.request('BYE').headers.get('proxy-authorization')).toContain('nc=00000001');
  await driver.answer(driver.request('BYE'), 200);
  await over;
  await placed.session.hangUp();
  expect(driver.newMessages()).toEqual(['BYE', 'BYE']);
});

test('sends the credentials of a challenged INVITE in its ACK', async () => {
  const driver = new UserAgentDriver();
  const placed = driver.place({ peer: { credentials: { username: 'u', password: 'p' } } });
  await settle();
  await driver.answer(driver.request('INVITE'), 401, {
    headers: ['WWW-Authenticate: Digest realm="r", nonce="n"'],
  });
  await settle();
  await driver.answer(driver.request('INVITE'), 200, { body: SDP });
  expect(placed.session).toBeDefined();
  const { headers } = driver.request('ACK');
  expect(headers.get('authorization')).toBe(driver.request('INVITE').headers.get('authorization'));
});

test('holds by a re-INVITE with sendonly, and resumes', async () => {
  const driver = new UserAgentDriver();
  const { session, audios } = await driver.talking();
  const hold = session.setDirection('sendonly');
  await settle();
  const invite = driver.request('INVITE');
  expect(invite.body).toContain('a=sendonly\r\n');
  expect(invite.body).toMatch(/^o=- \d+ 2 /m);
  await driver.answer(invite, 200, { body: sdp('192.0.2.10', 30_000, 'a=recvonly') });
  expect(await hold).toMatchObject({ kind: 'accepted', audio: { direction: 'sendonly', onHold: false } });
  expect(driver.newMessages()).toEqual(['INVITE', 'ACK']);
  await driver.answer(invite, 200, { body: sdp('192.0.2.10', 30_000, 'a=recvonly') });
  expect(driver.newMessages()).toEqual(['ACK']);
  expect(audios).toHaveLength(1);
});

test('leaves the agreement unchanged after a refused hold', async () => {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking();
  const hold = session.setDirection('sendonly');
  await settle();
  await driver.answer(driver.request('INVITE'), 488);
  expect(await hold).toEqual({ kind: 'refused', status: 488 });
  expect(session.audio.direction).toBe('sendrecv');
  expect(session.ended).toBe(false);
});

test.each([
  [0, 2_100],
  [0.5, 3_050],
  [0.999999, 4_000],
])('sends 491 at glare, and repeats after 2.1 to 4 s (random %d: %d ms)', async (random, ms) => {
  const driver = new UserAgentDriver();
  driver.random = random;
  const { session } = await driver.talking();
  let outcome: ReinviteOutcome | null = null;
  void session.setDirection('inactive').then((own) => (outcome = own));
  await settle();
  await driver.receive(theirs(session, 'INVITE', 5, { body: SDP }));
  expect(driver.newMessages()).toEqual(['INVITE', '491 INVITE']);
  await driver.receive(theirs(session, 'ACK', 5, { branch: 'z9hG4bK-INVITE-5' }));
  await driver.answer(driver.request('INVITE'), 491);
  expect(driver.newMessages()).toEqual(['ACK']);
  // Meanwhile theirs is welcome.
  await driver.receive(theirs(session, 'INVITE', 6, { body: SDP }));
  await driver.receive(theirs(session, 'ACK', 6));
  expect(driver.newMessages()).toEqual(['200 INVITE']);
  await driver.clock.pass(ms - 1);
  expect(driver.newMessages()).toEqual([]);
  await driver.clock.pass(1);
  expect(driver.newMessages()).toEqual(['INVITE']);
  await driver.answer(driver.request('INVITE'), 200, { body: sdp('192.0.2.10', 30_000, 'a=inactive') });
  expect(outcome).toMatchObject({ kind: 'accepted' });
});

test.each([408, 481])('ends the call when a re-INVITE gets %d', async (status) => {
  const driver = new UserAgentDriver();
  const { session, ends } = await driver.talking();
  const hold = session.setDirection('sendonly');
  await settle();
  await driver.answer(driver.request('INVITE'), status);
  expect(await hold).toEqual({ kind: 'gone' });
  expect(ends).toEqual([{ by: 'failure', why: 'gone', q850: null }]);
  expect(driver.newMessages().at(-1)).toBe('BYE');
});

test('sends OPTIONS and INFO within the dialog', async () => {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking();
  const asked = session.options();
  await settle();
  await driver.answer(driver.request('OPTIONS'), 200);
  expect(await asked).toMatchObject({ kind: 'response', response: { status: 200 } });
  const silent = session.options();
  await driver.clock.pass(32_000);
  expect(await silent).toEqual({ kind: 'timeout' });
  void session.sendDtmf('#');
  await settle();
  const info = driver.request('INFO');
  expect(info.headers.get('content-type')).toBe('application/dtmf-relay');
  expect(info.body).toBe('Signal=#\r\nDuration=160\r\n');
});

test.each([
  [481, true],
  [408, true],
  [415, false],
])('treats the call as lost when a key by INFO gets %d: %s', async (status, isLost) => {
  const driver = new UserAgentDriver();
  const { session, ends } = await driver.talking();
  void session.sendDtmf('#');
  await settle();
  await driver.answer(driver.request('INFO'), status);
  expect(ends).toEqual(isLost ? [{ by: 'failure', why: 'gone', q850: null }] : []);
  expect(driver.newMessages()).toEqual(isLost ? ['INFO', 'BYE'] : ['INFO']);
});

test('sends to a peer behind NAT, whose Contact leads nowhere, where it is', async () => {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking({}, { contact: '<sip:far@10.1.2.3:5066>' });
  void session.hangUp();
  await settle();
  expect(driver.sent.at(-1)?.flow.remote).toEqual({ address: '192.0.2.10', port: 5060 });
  expect(driver.request('BYE').uri).toBe('sip:far@10.1.2.3:5066');
});

test('resolves the names in Record-Route, and uses the target for one that it cannot resolve', async () => {
  const driver = new UserAgentDriver();
  driver.names.set('edge.example.com', '192.0.2.61');
  for (const [name, address] of [
    ['edge.example.com', '192.0.2.61'],
    ['nowhere.example.com', '192.0.2.10'],
  ] as const) {
    const { session } = await driver.talking({}, { headers: [`Record-Route: <sip:${name};lr>`] });
    void session.hangUp();
    await settle();
    expect(driver.sent.at(-1)?.flow.remote.address).toBe(address);
  }
});

test('uses the port of SRV for a name without a port that stands for the target', async () => {
  const driver = new UserAgentDriver();
  driver.names.set('sip.example.com', '192.0.2.10');
  const targets = [{ transport: 'udp', address: '192.0.2.10', port: 5_077 } as const];
  const { session } = await driver.talking({ targets }, { contact: '<sip:far@sip.example.com>' });
  void session.hangUp();
  await settle();
  expect(driver.sent.at(-1)?.flow.remote).toEqual({ address: '192.0.2.10', port: 5_077 });
});

test('finds a Contact without a port by SRV, and stays with the target where that is one of its servers', async () => {
  const driver = new UserAgentDriver();
  const [other, own] = [
    { address: '192.0.2.9', port: 5_080 },
    { address: '192.0.2.10', port: 5_060 },
  ];
  const contact = '<sip:far@pbx.example.com>';
  for (const [servers, remote] of [
    [[other], other],
    [[other, own], own],
  ] as const) {
    driver.servers.set('udp pbx.example.com', [...servers]);
    const { session } = await driver.talking({}, { contact });
    void session.hangUp();
    await settle();
    expect(driver.sent.at(-1)?.flow.remote).toEqual(remote);
  }
});

describe('a session over TCP', () => {
  const target = { transport: 'tcp', address: '192.0.2.10', port: 5060 } as const;
  const contact = '<sip:far@192.0.2.10:5080;transport=tcp>';

  async function byePort(driver: UserAgentDriver, session: Session): Promise<number | undefined> {
    void session.hangUp();
    await settle();
    expect(driver.sent.at(-1)?.message).toMatchObject({ method: 'BYE' });
    return driver.sent.at(-1)?.flow.remote.port;
  }

  test('sends to the Contact, by the connection of the call where that leads there', async () => {
    const driver = new UserAgentDriver();
    const same = await driver.talking(
      { targets: [target] },
      { contact: '<sip:far@192.0.2.10:5060;transport=tcp>' },
    );
    expect(await byePort(driver, same.session)).toBe(5060);
    expect(driver.flows).toHaveLength(2);
    const other = await driver.talking({ targets: [target] }, { contact });
    expect(await byePort(driver, other.session)).toBe(5080);
  });

  test('sends by the connection of the call when the Contact cannot be reached', async () => {
    const driver = new UserAgentDriver();
    driver.refusing.set('192.0.2.10:5080', 'refused');
    const { session } = await driver.talking({ targets: [target] }, { contact });
    expect(await byePort(driver, session)).toBe(5060);
  });

  test('sends to a caller behind NAT by its connection, and to its Contact when that is closed', async () => {
    for (const cut of [false, true]) {
      const driver = new UserAgentDriver();
      const flow = driver.flow({ ...target, port: 49_152 }, true);
      await driver.receive(requestText('INVITE', { body: SDP, transport: 'TCP', contact }), flow);
      const session = driver.incoming[0]?.answer({ audio: AUDIO, peer: {}, contact: 'us' }) as Session;
      const { localTag: toTag } = session.record;
      await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', transport: 'TCP' }), flow);
      if (cut) flow.close();
      expect(await byePort(driver, session)).toBe(cut ? 5080 : 49_152);
    }
  });
});
