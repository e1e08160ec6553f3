import { ANSWER } from '../../../test/phone/harness/answered';
import { PHONE, RegisteringPhone, registrarDriver } from '../../../test/phone/harness/registering-phone';
import { PEER, requestText, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import type { Target } from '../domain/ports';

const CALLER: Target = { ...PEER, transport: 'tcp', port: 40_000 };

/** A caller whose connection closes before our answer. */
async function leaving() {
  const driver = new UserAgentDriver();
  const flow = driver.flow(CALLER, true);
  await driver.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
  const [call] = driver.incoming;
  if (!call) throw new Error('no call came');
  driver.newMessages();
  flow.close();
  return { driver, call };
}

describe('a caller whose connection closed before our response', () => {
  test('gets the 200 on a new one, at the port in its Via (RFC 3261 section 18.2.2)', async () => {
    const { driver, call } = await leaving();
    const session = call.answer(ANSWER);
    await driver.clock.pass(0);
    expect(driver.newMessages()).toEqual(['200 INVITE']);
    const sent = driver.sent.at(-1)?.flow;
    expect(sent).toMatchObject({ transport: 'tcp', remote: { address: PEER.address, port: 5060 } });
    const toTag = session?.record.localTag ?? '';
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', transport: 'TCP' }), sent);
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual([]);
    expect(session?.ended).toBe(false);
  });

  test('gets a refusal there, too', async () => {
    const { driver, call } = await leaving();
    call.reject(486);
    await driver.clock.pass(0);
    expect(driver.newMessages()).toEqual(['486 INVITE']);
  });

  test('ends the call as without its ACK when it cannot be reached', async () => {
    const { driver, call } = await leaving();
    driver.refusing.set(`${PEER.address}:5060`, 'refused');
    const session = call.answer(ANSWER);
    await driver.clock.pass(33_000);
    expect(driver.newMessages()).toEqual(['BYE']);
    expect(session?.ended).toBe(true);
  });

  test('gets nothing as a registered phone, to which no connection is opened', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate({ method: 'INVITE' });
    const flows = driver.flows.length;
    phone.flow.close();
    driver.newMessages();
    driver.incoming[0]?.answer(ANSWER);
    await driver.clock.pass(1_000);
    expect(driver.newMessages()).toEqual([]);
    expect(driver.flows).toHaveLength(flows);
  });
});
