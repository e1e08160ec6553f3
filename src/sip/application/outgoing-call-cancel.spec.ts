import { SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';
import { settle } from '../../../test/phone/harness/virtual-clock';

describe('CANCEL', () => {
  test('waits for a provisional response, has the branch of the INVITE, and the 487 ends the call', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    placed.call.cancel();
    await settle();
    expect(driver.newMessages()).toEqual(['INVITE']);
    await driver.answer(invite, 100);
    expect(driver.newMessages()).toEqual(['CANCEL']);
    const cancel = driver.request('CANCEL');
    const branch = (text = ''): string => /branch=([^;]+)/.exec(text)?.[1] ?? '';
    expect(branch(cancel.headers.get('via'))).toBe(branch(invite.headers.get('via')));
    expect(cancel.uri).toBe(invite.uri);
    expect(cancel.headers.get('to')).toBe(invite.headers.get('to'));
    expect(cancel.headers.get('cseq')).toBe('1 CANCEL');
    await driver.answer(cancel, 200);
    expect(placed.failure).toBeUndefined();
    await driver.answer(invite, 487);
    expect(driver.newMessages()).toEqual(['ACK']);
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: false });
  });

  test('is followed by ACK and BYE for a 200 that crosses it', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 180);
    placed.call.cancel();
    await settle();
    driver.newMessages();
    await driver.answer(invite, 200, { body: SDP });
    expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: true });
    expect(placed.session).toBeUndefined();
  });

  test('gives up 32 s after it when the far side never ends the INVITE, and ends a later answer', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    await driver.answer(invite, 180);
    placed.call.cancel();
    await driver.clock.pass(31_999);
    expect(placed.failure).toBeUndefined();
    await driver.clock.pass(1);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
    await driver.clock.pass(60_000);
    driver.newMessages();
    await driver.answer(invite, 200, { body: SDP });
    expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
  });

  test('sends nothing before the INVITE was sent', async () => {
    const driver = new UserAgentDriver();
    const placed = driver.place();
    placed.call.cancel();
    await settle();
    expect(driver.newMessages()).toEqual([]);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
  });

  test('is not sent when a refusal is faster', async () => {
    const driver = new UserAgentDriver();
    const { placed, invite } = await driver.calling();
    placed.call.cancel();
    await driver.answer(invite, 486);
    expect(driver.newMessages()).toEqual(['INVITE', 'ACK']);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
  });
});

test('handles late and repeated responses to an ended call', async () => {
  const driver = new UserAgentDriver();
  const { placed: refused, invite: first } = await driver.calling();
  await driver.answer(first, 486);
  const { session } = await driver.talking();
  const second = driver.request('INVITE');
  driver.newMessages();
  // Reordered by the network: nobody rings any more.
  await driver.answer(first, 180);
  await driver.answer(second, 180);
  await driver.clock.pass(40_000);
  await driver.answer(first, 180);
  expect(driver.newMessages()).toEqual([]);
  // Much too late, but of the call that talks: it is not hung up.
  await driver.answer(second, 200, { body: SDP });
  expect(driver.newMessages()).toEqual(['ACK']);
  expect(session.ended).toBe(false);
  // Another fork answered a call that was refused for all we knew.
  await driver.answer(first, 200, { body: SDP, tag: 'late' });
  expect(driver.newMessages()).toEqual(['ACK', 'BYE']);
  expect(refused.failure).toMatchObject({ kind: 'refused', status: 486 });
});
