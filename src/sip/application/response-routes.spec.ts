import { ANSWER } from '../../../test/phone/harness/answered';
import { PHONE, RegisteringPhone, staged } from '../../../test/phone/harness/registering-phone';
import { PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import type { Target } from '../domain/ports';

const CALLER: Target = { ...PEER, transport: 'tcp', port: 40_000 };

/** A caller whose connection closes before our answer. */
async function leaving() {
  const stage = new Stage();
  const flow = stage.flow(CALLER, true);
  await stage.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
  const [call] = stage.incoming;
  if (!call) throw new Error('no call came');
  stage.newMessages();
  flow.close();
  return { stage, call };
}

describe('a caller whose connection closed before our response', () => {
  test('gets the 200 on a new one, at the port in its Via (RFC 3261 section 18.2.2)', async () => {
    const { stage, call } = await leaving();
    const session = call.answer(ANSWER);
    await stage.clock.pass(0);
    expect(stage.newMessages()).toEqual(['200 INVITE']);
    const sent = stage.sent.at(-1)?.flow;
    expect(sent).toMatchObject({ transport: 'tcp', remote: { address: PEER.address, port: 5060 } });
    const toTag = session?.record.localTag ?? '';
    await stage.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', transport: 'TCP' }), sent);
    await stage.clock.pass(60_000);
    expect(stage.newMessages()).toEqual([]);
    expect(session?.ended).toBe(false);
  });

  test('gets a refusal there, too', async () => {
    const { stage, call } = await leaving();
    call.reject(486);
    await stage.clock.pass(0);
    expect(stage.newMessages()).toEqual(['486 INVITE']);
  });

  test('that cannot be reached: the call ends as without its ACK', async () => {
    const { stage, call } = await leaving();
    stage.refusing.set(`${PEER.address}:5060`, 'refused');
    const session = call.answer(ANSWER);
    await stage.clock.pass(33_000);
    expect(stage.newMessages()).toEqual(['BYE']);
    expect(session?.ended).toBe(true);
  });

  test('and is a registered phone: nothing, as no connection is opened to phones', async () => {
    const stage = staged();
    const phone = new RegisteringPhone(stage, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate({ method: 'INVITE' });
    const flows = stage.flows.length;
    phone.flow.close();
    stage.newMessages();
    stage.incoming[0]?.answer(ANSWER);
    await stage.clock.pass(1_000);
    expect(stage.newMessages()).toEqual([]);
    expect(stage.flows).toHaveLength(flows);
  });
});
