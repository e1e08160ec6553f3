import { SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';

describe('after a crash, another process', () => {
  test('hangs up by the record of the dialog', async () => {
    const before = new UserAgentDriver();
    const routes = ['Record-Route: <sip:192.0.2.33;lr>'];
    const { session } = await before.talking({}, { headers: routes });
    const record = JSON.parse(JSON.stringify(session.record));
    const after = new UserAgentDriver();
    const over = after.userAgent.byeOrphan(record, {});
    await settle();
    const bye = after.request('BYE');
    expect(bye.headers.get('cseq')).toBe('1001 BYE');
    expect(bye.headers.get('call-id')).toBe(session.record.callId);
    expect(bye.headers.get('from')).toContain(`;tag=${session.record.localTag}`);
    expect(bye.headers.get('to')).toContain(`;tag=${session.record.remoteTag}`);
    expect(after.sent[0]?.flow.remote.address).toBe('192.0.2.33');
    await after.answer(bye, 200);
    expect(await over).toMatchObject({ kind: 'response' });
  });

  test('cancels by the record of the INVITE, and ends calls that are answered later', async () => {
    const before = new UserAgentDriver();
    let record = '';
    before.place({ beforeInvite: (own) => void (record = JSON.stringify(own)) });
    await settle();
    const invite = before.request('INVITE');
    const after = new UserAgentDriver();
    after.userAgent.cancelOrphan(JSON.parse(record), {});
    await settle();
    const cancel = after.request('CANCEL');
    expect(cancel.headers.get('via')).toBe(invite.headers.get('via'));
    expect(cancel.uri).toBe(invite.uri);
    await after.answer(invite, 200, { body: SDP });
    expect(after.newMessages()).toEqual(['CANCEL', 'ACK', 'BYE']);
  });

  test('leaves an INVITE that still runs here to its call: no CANCEL before a provisional response, and one', async () => {
    const driver = new UserAgentDriver();
    let record = '';
    const placed = driver.place({ beforeInvite: (own) => void (record = JSON.stringify(own)) });
    await settle();
    const invite = driver.request('INVITE');
    placed.call.cancel();
    const cancelOrphan = async (): Promise<void> => {
      driver.userAgent.cancelOrphan(JSON.parse(record), {});
      await settle();
    };
    await cancelOrphan();
    expect(driver.newMessages()).toEqual(['INVITE']);
    await driver.answer(invite, 180);
    await cancelOrphan();
    expect(driver.newMessages()).toEqual(['CANCEL']);
  });

  test('finds the INVITE of a response to an earlier process, and ends its call', async () => {
    const before = new UserAgentDriver();
    let record = '';
    before.place({ beforeInvite: (own) => void (record = JSON.stringify(own)) });
    await settle();
    const invite = before.request('INVITE');
    const asked: string[] = [];
    const after = new UserAgentDriver({
      stray: (callId, branch) => {
        asked.push(`${callId} ${branch}`);
        return Promise.resolve({ invite: JSON.parse(record), peer: {} });
      },
    });
    await after.answer(invite, 180);
    await after.answer(invite, 200, { body: SDP });
    expect(after.newMessages()).toEqual(['CANCEL', 'ACK', 'BYE']);
    const { callId, branch } = JSON.parse(record) as { callId: string; branch: string };
    expect(asked).toEqual([`${callId} ${branch}`]);
  });

  test('ignores a response whose INVITE could not be looked up', async () => {
    const before = new UserAgentDriver();
    before.place();
    await settle();
    for (const stray of [
      () => Promise.reject(new Error('no database')),
      () => {
        throw new Error('no database');
      },
    ]) {
      const after = new UserAgentDriver({ stray });
      await after.answer(before.request('INVITE'), 200, { body: SDP });
      expect(after.newMessages()).toEqual([]);
    }
  });

  test('accepts the response from a server of a trunk that may send no requests, not from elsewhere', async () => {
    const before = new UserAgentDriver();
    let record = '';
    before.place({ beforeInvite: (own) => void (record = JSON.stringify(own)) });
    await settle();
    const invite = before.request('INVITE');
    const stray = () => Promise.resolve({ invite: JSON.parse(record), peer: {} });
    const after = new UserAgentDriver({ stray });
    after.known = () => false;
    await after.answer(invite, 200, { body: SDP });
    expect([after.newMessages(), after.dropped]).toEqual([[], ['stray_response']]);
    after.userAgent.health.add('udp:192.0.2.10:5060');
    await after.answer(invite, 200, { body: SDP });
    expect(after.newMessages()).toEqual(['ACK', 'BYE']);
  });

  test('drops a response to nothing', async () => {
    const before = new UserAgentDriver();
    before.place();
    await settle();
    const after = new UserAgentDriver({ stray: () => Promise.resolve(null) });
    await after.answer(before.request('INVITE'), 200, { body: SDP });
    expect(after.newMessages()).toEqual([]);
    expect(after.dropped).toEqual(['stray_response']);
  });
});
