import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';
import { Carriers } from '../../src/carriers';
import { eventually, TestApp } from '../harness/app';
import { Provider } from '../harness/far-end';
import { ROUNDS } from '../harness/rounds';
import { SipDials } from '../harness/sip-dials';
import { compileThreads, sipTrunk } from '../harness/sip-accounts';

compileThreads();

let service: TestApp;

beforeAll(async () => {
  service = await TestApp.start();
});
afterAll(() => service.stop());

/** Moments after the order: at once, a little later, and while the phone is about to ring. */
const MOMENTS: readonly ((() => Promise<unknown>) | null)[] = [
  null,
  () => soon(),
  () => sleep(1),
  () => sleep(3),
  () => sleep(8),
];

/** Resolves once this process has the trunk; before, its calls are refused. */
const known = (trunk: string) =>
  eventually(async () => {
    const rows = await service.unitOfWork.rows('SELECT FROM trunk_states WHERE trunk_id = $1', [trunk]);
    expect(rows).toHaveLength(1);
  });

test('cancels a call from its create request on, so that no phone continues to ring', async () => {
  const far = await Provider.open((call) => call.ring({ peer: {}, contact: 'us' }));
  const trunk = await sipTrunk(service, far.address);
  const dials = new SipDials(service, await service.account());
  const carrier = service.app.get(Carriers, { strict: false }).find('sip');
  if (!carrier) throw new Error('this process has no SIP');
  const order = carrier.dial.bind(carrier);
  let dialed = 0;
  const spy = jest.spyOn(carrier, 'dial').mockImplementation((request) => {
    const answer = order(request);
    const wait = MOMENTS[dialed++ % MOMENTS.length];
    const hangUp = () => carrier.hangUp(request.reference);
    void (wait ? wait().then(hangUp) : hangUp());
    return answer;
  });
  await known(trunk);
  for (const round of ROUNDS) {
    const callId = `spec_race${round}`;
    // A second dial asks for what became of the first; a recording needs its folder.
    const answer = await dials.dial(callId, [trunk], { attempt: 2, record: true });
    expect(answer.kind).toBe('accepted');
    await dials.ended(callId, 2);
  }
  spy.mockRestore();
  const ends = dials.events.filter(({ type }) => type === 'ended');
  expect(ends).toEqual(
    ROUNDS.map(() => expect.objectContaining({ end: { cause: 'canceled', by: 'agent', talkMs: null } })),
  );
  await eventually(() => {
    expect(far.calls.filter(({ endedBy }) => endedBy !== 'cancel')).toEqual([]);
    return Promise.resolve();
  });
  const open = await service.unitOfWork.rows('SELECT FROM legs WHERE ended_at IS NULL');
  expect(open).toEqual([]);
  await far.close();
});

test('is looked up as one that reports until its end is stored', async () => {
  const far = await Provider.open((call, provider, seen) => provider.refuse(call, seen, 486));
  const trunk = await sipTrunk(service, far.address);
  const dials = new SipDials(service, await service.account());
  const carrier = service.app.get(Carriers, { strict: false }).find('sip');
  const state = async () => (await carrier?.lookUp('spec_busy.1'))?.state;
  const isState = (wanted: string) => eventually(async () => expect(await state()).toBe(wanted));
  await known(trunk);
  dials.storesEvents = false;
  expect(await dials.dial('spec_busy', [trunk])).toMatchObject({ kind: 'accepted' });
  await isState('reporting');
  dials.storesEvents = true;
  await dials.ended('spec_busy');
  await isState('not_found');
  await far.close();
});
