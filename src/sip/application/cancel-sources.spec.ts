import { ANSWER } from '../../../test/phone/harness/answered';
import { PEER, SDP, requestText } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';

describe('a CANCEL with the branch of an INVITE', () => {
  const branch = 'z9hG4bK-one';
  const cancel = requestText('CANCEL', { branch });
  const from = (address: string) => ({ ...PEER, address });

  async function ringing(isSamePeer = false) {
    const driver = new UserAgentDriver({ isSamePeer: () => isSamePeer });
    await driver.receive(requestText('INVITE', { body: SDP, branch }));
    driver.newMessages();
    return driver;
  }

  test.each([
    ['of strangers', '198.51.100.7'],
    ['of another peer', '192.0.2.77'],
  ])('is dropped from an address %s', async (_of, address) => {
    const driver = await ringing();
    await driver.receive(cancel, driver.flow(from(address)));
    expect([driver.newMessages(), driver.dropped]).toEqual([[], ['unknown_source']]);
  });

  test('is dropped from the far side of another dialog, which it names', async () => {
    const driver = await ringing();
    const call = { callId: 'call-2', fromTag: 'other' };
    await driver.receive(requestText('INVITE', { ...call, body: SDP }), driver.flow(from('192.0.2.77')));
    const toTag = driver.incoming[1]?.answer(ANSWER)?.record.localTag ?? '';
    driver.newMessages();
    await driver.receive(requestText('CANCEL', { ...call, toTag, branch }), driver.flow(from('192.0.2.77')));
    expect([driver.newMessages(), driver.dropped]).toEqual([[], ['unknown_source']]);
  });

  test('cancels from its own source, also when that is no longer known', async () => {
    const driver = await ringing();
    driver.known = () => false;
    await driver.receive(cancel);
    expect(driver.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  });

  test('cancels from another source of its peer', async () => {
    const driver = await ringing(true);
    await driver.receive(cancel, driver.flow(from('192.0.2.77')));
    expect(driver.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  });
});
