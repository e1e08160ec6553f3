import { SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { settle } from '../../../test/phone/harness/virtual-clock';

describe('CANCEL', () => {
  test('waits for a provisional response, has the branch of the INVITE, and the 487 ends the call', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    placed.call.cancel();
    await settle();
    expect(stage.newMessages()).toEqual(['INVITE']);
    await stage.answer(invite, 100);
    expect(stage.newMessages()).toEqual(['CANCEL']);
    const cancel = stage.request('CANCEL');
    const branch = (text = ''): string => /branch=([^;]+)/.exec(text)?.[1] ?? '';
    expect(branch(cancel.headers.get('via'))).toBe(branch(invite.headers.get('via')));
    expect(cancel.uri).toBe(invite.uri);
    expect(cancel.headers.get('to')).toBe(invite.headers.get('to'));
    expect(cancel.headers.get('cseq')).toBe('1 CANCEL');
    await stage.answer(cancel, 200);
    expect(placed.failure).toBeUndefined();
    await stage.answer(invite, 487);
    expect(stage.newMessages()).toEqual(['ACK']);
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: false });
  });

  test('a 200 that crosses it gets ACK and BYE', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    await stage.answer(invite, 180);
    placed.call.cancel();
    await settle();
    stage.newMessages();
    await stage.answer(invite, 200, { body: SDP });
    expect(stage.newMessages()).toEqual(['ACK', 'BYE']);
    expect(placed.failure).toMatchObject({ kind: 'canceled', answered: true });
    expect(placed.session).toBeUndefined();
  });

  test('a far side that never ends the INVITE is abandoned 32 s after the CANCEL; a later answer is ended', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    await stage.answer(invite, 180);
    placed.call.cancel();
    await stage.clock.pass(31_999);
    expect(placed.failure).toBeUndefined();
    await stage.clock.pass(1);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
    await stage.clock.pass(60_000);
    stage.newMessages();
    await stage.answer(invite, 200, { body: SDP });
    expect(stage.newMessages()).toEqual(['ACK', 'BYE']);
  });

  test('before the INVITE left nothing leaves', async () => {
    const stage = new Stage();
    const placed = stage.place();
    placed.call.cancel();
    await settle();
    expect(stage.newMessages()).toEqual([]);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
  });

  test('a refusal that is faster wins, and no CANCEL follows', async () => {
    const stage = new Stage();
    const { placed, invite } = await stage.calling();
    placed.call.cancel();
    await stage.answer(invite, 486);
    expect(stage.newMessages()).toEqual(['INVITE', 'ACK']);
    expect(placed.failure).toMatchObject({ kind: 'canceled' });
  });
});

test('late and repeated responses to a call that has ended', async () => {
  const stage = new Stage();
  const { placed: refused, invite: first } = await stage.calling();
  await stage.answer(first, 486);
  const { session } = await stage.talking();
  const second = stage.request('INVITE');
  stage.newMessages();
  // Reordered by the network: nobody rings any more.
  await stage.answer(first, 180);
  await stage.answer(second, 180);
  await stage.clock.pass(40_000);
  await stage.answer(first, 180);
  expect(stage.newMessages()).toEqual([]);
  // Much too late, but of the call that talks: it is not hung up.
  await stage.answer(second, 200, { body: SDP });
  expect(stage.newMessages()).toEqual(['ACK']);
  expect(session.ended).toBe(false);
  // Another fork answered a call that was refused for all we knew.
  await stage.answer(first, 200, { body: SDP, tag: 'late' });
  expect(stage.newMessages()).toEqual(['ACK', 'BYE']);
  expect(refused.failure).toMatchObject({ kind: 'refused', status: 486 });
});
