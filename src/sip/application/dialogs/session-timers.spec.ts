import { ANSWER } from '../../../../test/phone/harness/answered';
import { requestText, SDP } from '../../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../../test/phone/harness/user-agent-driver';
import type { Session } from '../session';

const UPDATES = 'Allow: INVITE, ACK, BYE, UPDATE';
const LOST = [{ by: 'failure', why: 'gone', q850: null }];

/** A request of the far side in a call that we placed. */
function theirs(session: Session, method: string, cseq: number, parts = {}): string {
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  return requestText(method, { callId, toTag, fromTag, cseq, branch: `z9hG4bK-${method}-${cseq}`, ...parts });
}

describe('our INVITE', () => {
  test.each([
    [undefined, '1800', 'timer, 100rel'],
    [90, '90', 'timer, 100rel'],
    [7_200, '7200', 'timer, 100rel'],
    [0, undefined, '100rel'],
  ])('offers with --session-timer %s: %s', async (sessionSeconds, expires, supported) => {
    const driver = new UserAgentDriver();
    const peer = sessionSeconds === undefined ? {} : { sessionSeconds };
    const { headers } = (await driver.calling({ peer })).invite;
    expect(headers.get('session-expires')).toBe(expires);
    expect(headers.get('supported')).toBe(supported);
    expect(headers.get('min-se')).toBeUndefined();
  });

  test('is repeated once with the Min-SE of a 422, in the same Call-ID', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 422, { headers: ['Min-SE: 3600'] });
    const again = driver.request('INVITE');
    expect(driver.newMessages()).toEqual(['INVITE', 'ACK', 'INVITE']);
    expect(again.headers.get('session-expires')).toBe('3600');
    expect(again.headers.get('min-se')).toBe('3600');
    expect(again.headers.get('call-id')).toBe(invite.headers.get('call-id'));
    expect(again.headers.get('cseq')).toBe('2 INVITE');
    await driver.answer(again, 422, { headers: ['Min-SE: 7200'] });
    expect(placed.failure).toMatchObject({ kind: 'refused', status: 422 });
    expect(driver.newMessages()).toEqual(['ACK']);
  });

  test.each([
    ['no Session-Expires', []],
    ['one that is nonsense', ['Session-Expires: soon']],
  ])('sets no timer after a 200 with %s', async (_what, headers) => {
    const driver = new UserAgentDriver();
    const { ends } = await driver.talking({}, { headers: [UPDATES, ...headers] });
    await driver.clock.pass(8_000_000);
    expect(driver.newMessages()).toEqual([]);
    expect(ends).toEqual([]);
  });
});

describe('the timer of a session that the far side refreshes', () => {
  // Less the smaller of 32 s and a third.
  test.each([
    [90, 60_000],
    [96, 64_000],
    [1_800, 1_768_000],
  ])('of %d s ends after %d ms with BYE', async (seconds, ms) => {
    const driver = new UserAgentDriver();
    const headers = [`Session-Expires: ${seconds};refresher=uas`];
    const { ends } = await driver.talking({}, { headers });
    await driver.clock.pass(ms - 1);
    expect(ends).toEqual([]);
    await driver.clock.pass(1);
    expect(ends).toEqual(LOST);
    expect(driver.newMessages()).toEqual(['BYE']);
  });

  test.each(['UPDATE', 'INVITE'])('is restarted by %s', async (method) => {
    const driver = new UserAgentDriver();
    const { session, ends } = await driver.talking({}, { headers: ['Session-Expires: 90;refresher=uas'] });
    const headers = ['Session-Expires: 90;refresher=uac', 'Supported: timer'];
    const body = method === 'INVITE' ? SDP : '';
    for (let cseq = 1; cseq < 5; cseq++) {
      await driver.clock.pass(59_000);
      await driver.receive(theirs(session, method, cseq, { headers, body }));
      expect(driver.response()).toMatchObject({ status: 200 });
      expect(driver.response().headers.get('session-expires')).toBe('90;refresher=uac');
      expect(driver.response().headers.get('require')).toBe('timer');
      if (method === 'INVITE') await driver.receive(theirs(session, 'ACK', cseq));
    }
    expect(ends).toEqual([]);
    await driver.clock.pass(60_000);
    expect(ends).toEqual(LOST);
  });

  test('ends with a refresh without Session-Expires', async () => {
    const driver = new UserAgentDriver();
    const { session, ends } = await driver.talking({}, { headers: ['Session-Expires: 90;refresher=uas'] });
    await driver.receive(theirs(session, 'UPDATE', 1));
    expect(driver.response().headers.get('session-expires')).toBeUndefined();
    await driver.clock.pass(100_000);
    expect(ends).toEqual([]);
  });
});

describe('a received call', () => {
  const answered = async (driver: UserAgentDriver, headers: readonly string[]) => {
    const ends: unknown[] = [];
    await driver.receive(requestText('INVITE', { body: SDP, headers }));
    const handlers = { onEnded: (end: unknown) => void ends.push(end) };
    const session = driver.incoming[0]?.answer({ ...ANSWER, handlers });
    const toTag = session?.record.localTag ?? '';
    const ok = driver.response();
    await driver.receive(requestText('ACK', { toTag, branch: 'z9hG4bK-ack' }));
    driver.newMessages();
    return { ok, ends, toTag };
  };

  test.each([
    [['Session-Expires: 89', 'Supported: timer']],
    [['Session-Expires: 10', 'Require: timer']],
    [['x: 1', 'k: 100rel, timer']],
  ])('gets 422 with Min-SE for %j', async (headers) => {
    const driver = new UserAgentDriver();
    await driver.receive(requestText('INVITE', { body: SDP, headers }));
    expect(driver.newMessages()).toEqual(['422 INVITE']);
    expect(driver.response().headers.get('min-se')).toBe('90');
    expect(driver.incoming).toEqual([]);
  });

  test('has no timer where none is requested', async () => {
    const driver = new UserAgentDriver();
    const { ok, ends } = await answered(driver, ['Supported: timer']);
    expect(ok.headers.get('session-expires')).toBeUndefined();
    expect(ok.headers.get('require')).toBeUndefined();
    await driver.clock.pass(8_000_000);
    expect(ends).toEqual([]);
  });

  test('ends with BYE when the caller refreshes, and vanishes', async () => {
    const driver = new UserAgentDriver();
    const { ok, ends } = await answered(driver, ['Session-Expires: 300', 'Supported: timer']);
    expect(ok.headers.get('session-expires')).toBe('300;refresher=uac');
    expect(ok.headers.get('require')).toBe('timer');
    await driver.clock.pass(268_000);
    expect(ends).toEqual(LOST);
  });

  test('is refreshed by us for a caller without support, by what Allow of its INVITE has', async () => {
    const driver = new UserAgentDriver();
    const { ok } = await answered(driver, ['Session-Expires: 30', UPDATES]);
    expect(ok.headers.get('session-expires')).toBe('90;refresher=uas');
    expect(ok.headers.get('require')).toBeUndefined();
    await driver.clock.pass(45_000);
    expect(driver.newMessages()).toEqual(['UPDATE']);
    expect(driver.request('UPDATE').headers.get('session-expires')).toBe('90;refresher=uac');
  });

  test('gets 422 for a short time within the call, and is unchanged', async () => {
    const driver = new UserAgentDriver();
    const { toTag, ends } = await answered(driver, ['Session-Expires: 90', 'Supported: timer']);
    const headers = ['Session-Expires: 60', 'Supported: timer'];
    const parts = { toTag, cseq: 2, branch: 'z9hG4bK-2', headers };
    await driver.receive(requestText('UPDATE', parts));
    expect(driver.newMessages()).toEqual(['422 UPDATE']);
    await driver.clock.pass(60_000);
    expect(ends).toEqual(LOST);
  });
});
