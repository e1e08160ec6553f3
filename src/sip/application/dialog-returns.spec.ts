import { ANSWER } from '../../../test/phone/harness/answered';
import { PHONE, RegisteringPhone, USER, staged } from '../../../test/phone/harness/registering-phone';
import { PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import type { StageFlow } from '../../../test/phone/harness/stage-flow';
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
async function hangUp(stage: Stage, session: Session): Promise<StageFlow | undefined> {
  void session.hangUp();
  await stage.clock.pass(0);
  return stage.sent.findLast(({ message }) => message.kind === 'request' && message.method === 'BYE')?.flow;
}

/** A registered phone that called. */
async function calling(from: Target, contact = CONTACT) {
  const stage = staged();
  const phone = new RegisteringPhone(stage, from, true);
  await phone.authenticate({ contact });
  await phone.authenticate({ method: 'INVITE', contact });
  const session = stage.incoming[0]?.answer(ANSWER) as Session;
  const { callId, localTag: toTag, remoteTag: fromTag, remoteCseq } = session.record;
  const ack = { callId, toTag, fromTag, cseq: remoteCseq ?? 0, branch: 'z9hG4bK-ack' };
  await stage.receive(requestText('ACK', ack), phone.flow);
  stage.refusing.set('192.168.1.7:5070', 'refused');
  return { stage, phone, session };
}

describe('a phone that returns in the middle of a call gets our BYE', () => {
  test.each<[what: string, before: Target, after: Target]>([
    ['over a new connection', CONNECTION, RETURNED],
    ['from another port of its NAT', PHONE, { ...PHONE, port: 6_000 }],
  ])('%s, by which its UPDATE came', async (_what, before, after) => {
    const { stage, phone, session } = await calling(before);
    phone.flow.close();
    await stage.receive(within(session, 'UPDATE', SDP), stage.flow(after, true));
    expect((await hangUp(stage, session))?.remote.port).toBe(after.port);
  });

  test.each([
    ['again', CONTACT],
    ['another Contact', '<sip:anna@192.168.1.7:5071>'],
  ])('over the connection by which it registered %s', async (_what, contact) => {
    const { stage, phone, session } = await calling(CONNECTION);
    phone.flow.close();
    await new RegisteringPhone(stage, RETURNED, true).authenticate({ contact });
    expect((await hangUp(stage, session))?.remote.port).toBe(RETURNED.port);
  });

  test.each<[what: string, before: Target, after: Target]>([
    ['another port of its NAT', PHONE, { ...PHONE, port: 6_000 }],
    ['another address', PHONE, { ...PHONE, address: '192.168.1.9' }],
    ['another connection, while the first one is not closed yet', CONNECTION, RETURNED],
    ['another transport', PHONE, RETURNED],
  ])('at %s, where it registered again', async (_what, before, after) => {
    const { stage, session } = await calling(before);
    await new RegisteringPhone(stage, after, true).authenticate({ contact: CONTACT });
    const { transport, remote } = (await hangUp(stage, session)) ?? {};
    expect({ transport, ...remote }).toEqual(after);
  });

  test('not where another phone of the user registered', async () => {
    const { stage, session } = await calling(PHONE);
    await new RegisteringPhone(stage, { ...PHONE, address: '192.168.1.9' }).authenticate();
    expect((await hangUp(stage, session))?.remote.address).toBe(PHONE.address);
  });

  test('also when we rang it', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage, CONNECTION, true);
    await phone.authenticate({ contact: CONTACT });
    const targets = stage.userAgent.registrar.targetsOf(USER.id);
    const { session } = await stage.talking({ targets }, { contact: CONTACT, flow: phone.flow });
    phone.flow.close();
    await new RegisteringPhone(stage, RETURNED, true).authenticate({ contact: CONTACT });
    expect((await hangUp(stage, session))?.remote.port).toBe(RETURNED.port);
  });

  test('not a Contact of another user', async () => {
    const { stage, phone, session } = await calling(CONNECTION);
    stage.userAgent.registrar.setUsers([USER, { ...USER, id: 'trunk_2', username: 'bert' }]);
    phone.flow.close();
    await new RegisteringPhone(stage, RETURNED, true).authenticate({ name: 'bert', contact: CONTACT });
    expect(await hangUp(stage, session)).toBeUndefined();
  });
});

test('a caller behind NAT that connects anew gets our BYE there', async () => {
  const stage = new Stage();
  const contact = '<sip:caller@192.0.2.10:5999;transport=tcp>';
  const first = stage.flow({ ...PEER, transport: 'tcp', port: 40_000 }, true);
  await stage.receive(requestText('INVITE', { body: SDP, contact, transport: 'TCP' }), first);
  const session = stage.incoming[0]?.answer(ANSWER) as Session;
  const toTag = session.record.localTag;
  await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }), first);
  first.close();
  stage.refusing.set('192.0.2.10:5999', 'refused');
  const second = stage.flow({ ...PEER, transport: 'tcp', port: 40_001 }, true);
  await stage.receive(within(session, 'UPDATE', '', contact), second);
  expect((await hangUp(stage, session))?.remote.port).toBe(40_001);
});

test('a server that we called gets our BYE at its own port, whatever port its requests come from', async () => {
  const stage = new Stage();
  const { session } = await stage.talking({}, { contact: '<sip:far@phone.invalid>' });
  await stage.receive(within(session, 'OPTIONS'), stage.flow({ ...PEER, port: 40_000 }));
  expect((await hangUp(stage, session))?.remote.port).toBe(PEER.port);
});
