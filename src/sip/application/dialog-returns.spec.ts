import { ANSWER } from '../../../test/phone/harness/answered';
import {
  PHONE,
  RegisteringPhone,
  USER,
  registrarDriver,
} from '../../../test/phone/harness/registering-phone';
import { PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import type { FakeFlow } from '../../../test/phone/harness/fake-flow';
import type { Target } from '../domain/ports';
import type { Session } from './session';

const CONNECTION: Target = { ...PHONE, transport: 'tcp' };
const RETURNED: Target = { ...CONNECTION, port: 5071 };
const CONTACT = '<sip:anna@192.168.1.7:5070>';

/** A request of the far side in a call that came in. */
const within = (session: Session, method: string, body = '', contact = CONTACT): string => {
  const { callId, localTag: toTag, remoteTag } = session.record;
  const parts = { callId, toTag, fromTag: remoteTag, cseq: 70, branch: `z9hG4bK-${method}-70`, contact };
  return requestText(method, { ...parts, transport: 'TCP', body });
};

/** Where our BYE goes. */
async function hangUp(driver: UserAgentDriver, session: Session): Promise<FakeFlow | undefined> {
  void session.hangUp();
  await driver.clock.pass(0);
  return driver.sent.findLast(({ message }) => message.kind === 'request' && message.method === 'BYE')?.flow;
}

/** A registered phone that called. */
async function calling(from: Target, contact = CONTACT) {
  const driver = registrarDriver();
  const phone = new RegisteringPhone(driver, from, true);
  await phone.authenticate({ contact });
  await phone.authenticate({ method: 'INVITE', contact });
  const session = driver.incoming[0]?.answer(ANSWER) as Session;
  const { callId, localTag: toTag, remoteTag: fromTag, remoteCseq } = session.record;
  const ack = { callId, toTag, fromTag, cseq: remoteCseq ?? 0, branch: 'z9hG4bK-ack' };
  await driver.receive(requestText('ACK', ack), phone.flow);
  driver.refusing.set('192.168.1.7:5070', 'refused');
  return { driver, phone, session };
}

describe('our BYE reaches a phone that returns during a call', () => {
  test.each<[what: string, before: Target, after: Target]>([
    ['over a new connection', CONNECTION, RETURNED],
    ['from another port of its NAT', PHONE, { ...PHONE, port: 6_000 }],
  ])('%s, from where its UPDATE came', async (_what, before, after) => {
    const { driver, phone, session } = await calling(before);
    phone.flow.close();
    await driver.receive(within(session, 'UPDATE', SDP), driver.flow(after, true));
    expect((await hangUp(driver, session))?.remote.port).toBe(after.port);
  });

  test.each([
    ['again', CONTACT],
    ['another Contact', '<sip:anna@192.168.1.7:5071>'],
  ])('over the connection of its registration %s', async (_what, contact) => {
    const { driver, phone, session } = await calling(CONNECTION);
    phone.flow.close();
    await new RegisteringPhone(driver, RETURNED, true).authenticate({ contact });
    expect((await hangUp(driver, session))?.remote.port).toBe(RETURNED.port);
  });

  test.each<[what: string, before: Target, after: Target]>([
    ['another port of its NAT', PHONE, { ...PHONE, port: 6_000 }],
    ['another address', PHONE, { ...PHONE, address: '192.168.1.9' }],
    ['another connection, while the first one is not closed yet', CONNECTION, RETURNED],
    ['another transport', PHONE, RETURNED],
  ])('at %s, where it registered again', async (_what, before, after) => {
    const { driver, session } = await calling(before);
    await new RegisteringPhone(driver, after, true).authenticate({ contact: CONTACT });
    const { transport, remote } = (await hangUp(driver, session)) ?? {};
    expect({ transport, ...remote }).toEqual(after);
  });

  test('but not where another phone of the user registered', async () => {
    const { driver, session } = await calling(PHONE);
    await new RegisteringPhone(driver, { ...PHONE, address: '192.168.1.9' }).authenticate();
    expect((await hangUp(driver, session))?.remote.address).toBe(PHONE.address);
  });

  test('also when we rang it', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver, CONNECTION, true);
    await phone.authenticate({ contact: CONTACT });
    const targets = driver.userAgent.registrar.targetsOf(USER.id);
    const { session } = await driver.talking({ targets }, { contact: CONTACT, flow: phone.flow });
    phone.flow.close();
    await new RegisteringPhone(driver, RETURNED, true).authenticate({ contact: CONTACT });
    expect((await hangUp(driver, session))?.remote.port).toBe(RETURNED.port);
  });

  test('but not at a Contact of another user', async () => {
    const { driver, phone, session } = await calling(CONNECTION);
    driver.userAgent.registrar.setUsers([USER, { ...USER, id: 'trunk_2', username: 'bert' }]);
    phone.flow.close();
    await new RegisteringPhone(driver, RETURNED, true).authenticate({ name: 'bert', contact: CONTACT });
    expect(await hangUp(driver, session)).toBeUndefined();
  });
});

test('sends BYE to a caller behind NAT on its new connection', async () => {
  const driver = new UserAgentDriver();
  const contact = '<sip:caller@192.0.2.10:5999;transport=tcp>';
  const first = driver.flow({ ...PEER, transport: 'tcp', port: 40_000 }, true);
  await driver.receive(requestText('INVITE', { body: SDP, contact, transport: 'TCP' }), first);
  const session = driver.incoming[0]?.answer(ANSWER) as Session;
  const toTag = session.record.localTag;
  await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }), first);
  first.close();
  driver.refusing.set('192.0.2.10:5999', 'refused');
  const second = driver.flow({ ...PEER, transport: 'tcp', port: 40_001 }, true);
  await driver.receive(within(session, 'UPDATE', '', contact), second);
  expect((await hangUp(driver, session))?.remote.port).toBe(40_001);
});

test('sends BYE to the port of a server that we called, for any source port of its requests', async () => {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking({}, { contact: '<sip:far@phone.invalid>' });
  await driver.receive(within(session, 'OPTIONS'), driver.flow({ ...PEER, port: 40_000 }));
  expect((await hangUp(driver, session))?.remote.port).toBe(PEER.port);
});
