import { outboundDriver, refused, ring, route } from '../../../../test/harness/sip-outbound-driver';
import { settled } from '../../../../test/harness/simulated-network';

test('cancels an abandoned dial, and tries no other trunk', async () => {
  const { call, asked, inbox } = outboundDriver([route('a'), route('b')]);
  await settled();
  call.hangUp();
  await settled();
  expect(asked.map(({ canceled }) => canceled)).toEqual([true]);
  expect(inbox.end).toMatchObject({ cause: 'canceled', by: 'agent' });
});

test('ends an abandoned dial whose CANCEL is not confirmed after 0.4 s, and frees its channel later', async () => {
  const { call, time, asked, inbox, ended } = outboundDriver([route('a')], { confirms: false });
  await settled();
  ring(asked[0]!);
  call.hangUp();
  await time.move(399);
  expect([inbox.end, call.phase]).toEqual([undefined, 'stopping']);
  await time.move(1);
  expect([inbox.end, ended]).toEqual([{ cause: 'canceled', by: 'agent', talkMs: null }, []]);
  asked[0]?.handlers.onFailed({ kind: 'canceled', answered: false, rang: true, targets: [] });
  await settled();
  expect(ended).toHaveLength(1);
  expect(inbox.types.filter((type) => type === 'ended')).toHaveLength(1);
});

test('ends the leg of the next trunk without the reason of the previous one', async () => {
  const { call, asked, ended } = outboundDriver([route('a'), route('b')]);
  await settled();
  asked[0]?.handlers.onFailed(refused(503));
  await settled();
  call.hangUp();
  await settled();
  expect(ended).toEqual([{ failure: null, response: null, q850: null, packets: null }]);
});
