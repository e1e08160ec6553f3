import { ANSWER } from '../../../test/phone/harness/answered';
import { PEER, SDP, requestText } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';

describe('a CANCEL with the branch of an INVITE', () => {
  const branch = 'z9hG4bK-one';
  const cancel = requestText('CANCEL', { branch });
  const from = (address: string) => ({ ...PEER, address });

  async function ringing(isSamePeer = false) {
    const stage = new Stage({ isSamePeer: () => isSamePeer });
    await stage.receive(requestText('INVITE', { body: SDP, branch }));
    stage.newMessages();
    return stage;
  }

  test.each([
    ['of strangers', '198.51.100.7'],
    ['of another peer', '192.0.2.77'],
  ])('is dropped from an address %s', async (_of, address) => {
    const stage = await ringing();
    await stage.receive(cancel, stage.flow(from(address)));
    expect([stage.newMessages(), stage.dropped]).toEqual([[], ['unknown_source']]);
  });

  test('is dropped from the far side of another dialog, which it names', async () => {
    const stage = await ringing();
    const call = { callId: 'call-2', fromTag: 'other' };
    await stage.receive(requestText('INVITE', { ...call, body: SDP }), stage.flow(from('192.0.2.77')));
    const toTag = stage.incoming[1]?.answer(ANSWER)?.record.localTag ?? '';
    stage.newMessages();
    await stage.receive(requestText('CANCEL', { ...call, toTag, branch }), stage.flow(from('192.0.2.77')));
    expect([stage.newMessages(), stage.dropped]).toEqual([[], ['unknown_source']]);
  });

  test('cancels from its own source, also when that is known no more', async () => {
    const stage = await ringing();
    stage.known = () => false;
    await stage.receive(cancel);
    expect(stage.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  });

  test('cancels from another source of its peer', async () => {
    const stage = await ringing(true);
    await stage.receive(cancel, stage.flow(from('192.0.2.77')));
    expect(stage.newMessages()).toEqual(['200 CANCEL', '487 INVITE']);
  });
});
