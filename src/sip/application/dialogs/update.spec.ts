import { answered } from '../../../../test/phone/harness/answered';
import { requestText, SDP, sdp } from '../../../../test/phone/harness/sip-texts';
import { type Placed, UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';

const MOVED = sdp('192.0.2.44', 30_002);

function reliable(rseq: number): string[] {
  return ['Require: 100rel', `RSeq: ${rseq}`];
}

describe('UPDATE in an early dialog of our call', () => {
  const update = (placed: Placed, parts = {}): string =>
    requestText('UPDATE', {
      callId: placed.call.callId,
      toTag: placed.call.fromTag,
      fromTag: 'far',
      contact: '<sip:new@192.0.2.50>',
      ...parts,
    });

  test('gets 200 without SDP, and 491 with SDP while our offer is open', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 180);
    driver.newMessages();
    await driver.receive(update(placed));
    expect(driver.response().headers.get('contact')).toContain('sip:us@');
    await driver.receive(update(placed, { cseq: 2, branch: 'z9hG4bK-2', body: MOVED }));
    await driver.receive(update(placed, { cseq: 2, branch: 'z9hG4bK-3' }));
    expect(driver.newMessages()).toEqual(['200 UPDATE', '491 UPDATE', '500 UPDATE']);
  });

  test("moves early media after a reliable answer, which stays the session's", async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 183, { body: SDP, headers: reliable(1) });
    await driver.receive(update(placed, { body: MOVED }));
    expect(driver.response()).toMatchObject({ status: 200 });
    expect(driver.response().body).toContain('m=audio 40000 RTP/AVP 8');
    expect(placed.provisional.at(-1)?.audio).toMatchObject({ address: '192.0.2.44', port: 30_002 });
    // PRACK goes to the new Contact.
    await driver.answer(invite, 180, { headers: reliable(2) });
    expect(driver.request('PRACK').uri).toBe('sip:new@192.0.2.50');
    await driver.answer(invite, 200);
    expect(placed.audio).toMatchObject({ address: '192.0.2.44', port: 30_002 });
    // The far side's CSeq goes on.
    await driver.receive(update(placed, { branch: 'z9hG4bK-again', cseq: 1 }));
    expect(driver.response()).toMatchObject({ status: 500 });
  });

  test('gets 481 for a stray PRACK, and what else has no place there', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 180);
    const { callId, fromTag: toTag } = placed.call;
    const parts = { callId, toTag, fromTag: 'far' };
    driver.newMessages();
    await driver.receive(requestText('PRACK', { ...parts, headers: ['RAck: 1 1 INVITE'] }));
    await driver.receive(requestText('BYE', { ...parts, cseq: 2 }));
    expect(driver.newMessages()).toEqual(['481 PRACK', '481 BYE']);
  });

  test('ends its dialog with the INVITE', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 180);
    await driver.answer(invite, 486);
    expect(driver.userAgent.load.sessions).toBe(0);
    await driver.receive(update(placed));
    expect(driver.response()).toMatchObject({ status: 481 });
  });
});

describe('UPDATE within a call', () => {
  test('moves the audio by SDP, gets 488 for unusable SDP, and refreshes Contact', async () => {
    const driver = new UserAgentDriver();
    const { session, toTag, audios } = await answered(driver);
    const update = (cseq: number, parts = {}): Promise<void> =>
      driver.receive(requestText('UPDATE', { toTag, cseq, branch: `z9hG4bK-${cseq}`, ...parts }));
    await update(2, { body: MOVED, contact: '<sip:new@192.0.2.50>' });
    expect(driver.response().body).toContain('m=audio 40000');
    expect(driver.response().headers.get('allow')).toContain('UPDATE');
    expect(audios).toMatchObject([{ address: '192.0.2.44', port: 30_002 }]);
    expect(session.record.remoteTarget).toBe('sip:new@192.0.2.50');
    await update(3, { body: sdp('192.0.2.10', 30_000, 'a=sendrecv', '18') });
    expect(session.remoteAudio).toMatchObject({ port: 30_002 });
    await driver.receive(
      requestText('PRACK', { toTag, cseq: 4, branch: 'z9hG4bK-4', headers: ['RAck: 1 1 INVITE'] }),
    );
    expect(driver.newMessages()).toEqual(['200 UPDATE', '488 UPDATE', '481 PRACK']);
  });

  test('gets 491 while our offer in a 200 or a re-INVITE is open', async () => {
    const driver = new UserAgentDriver();
    const { session, toTag } = await answered(driver, { ack: false, body: '' });
    const update = (cseq: number, parts = {}): Promise<void> =>
      driver.receive(requestText('UPDATE', { toTag, cseq, branch: `z9hG4bK-${cseq}`, ...parts }));
    await update(2, { body: MOVED });
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack', body: SDP }));
    void session.setDirection('sendonly');
    await driver.clock.pass(0);
    await update(3, { body: MOVED });
    await update(4);
    expect(driver.newMessages()).toEqual(['491 UPDATE', 'INVITE', '491 UPDATE', '200 UPDATE']);
  });
});
