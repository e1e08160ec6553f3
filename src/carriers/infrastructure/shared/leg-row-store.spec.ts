import { LegServices, type LegServicesOptions } from './leg-services';
import { CloudLegStore } from '../cloud/cloud-leg-store';
import { SipLegStore } from '../sip/sip-leg-store';
import { caughtWarnings } from '../../../../test/harness/caught-warnings';
import { Inbox, settled } from '../../../../test/harness/simulated-network';
import { EMPTY_REPORT } from './leg-store';

const DIAL = { callId: 'call_1', attempt: 2, phoneNumber: '+919800000001', kind: 'contact' } as const;
const TRACE = {
  follow: () => undefined,
  note: () => undefined,
  store: () => Promise.resolve(),
  close: () => undefined,
};
const AT = new Date('2026-01-05T10:00:00Z');

/** The rows of a leg on a database that takes no write, what was logged and what the timeline has. */
function failing() {
  const inbox = new Inbox();
  const logged = caughtWarnings();
  const fails = () => Promise.reject(Object.assign(new Error('no'), { code: '22P05' }));
  const tools = new LegServices('sip', {
    events: inbox,
    now: () => AT,
    legs: { ring: fails, storeSipAnswer: fails, storeCloudAnswer: fails, storeCarrierCallId: fails } as never,
    channels: { end: fails, failOver: fails } as never,
  } as unknown as LegServicesOptions);
  const order = { id: 'leg_1', accountId: 'acct_1', beganAt: AT, routes: [{ trunkId: 'trunk_1' }] } as never;
  return {
    sip: new SipLegStore(tools.rows(TRACE), (text) => text, order, DIAL),
    cloud: new CloudLegStore(tools.rows(TRACE), order, DIAL),
    logged,
    inbox,
  };
}

afterEach(() => {
  jest.restoreAllMocks();
});

type Rows = ReturnType<typeof failing>;

describe('a write of a leg that fails is logged, and in the timeline', () => {
  test.each<[what: string, write: (rows: Rows) => unknown]>([
    ['ringing', ({ sip }) => sip.rang()],
    ['answer', ({ sip }) => sip.storeAnswer({ record: { peer: {} } as never })],
    ['answer', ({ cloud }) => cloud.storeAnswer()],
    ["carrier's id", ({ cloud }) => cloud.storeCarrierCallId('CA1')],
    ['end', ({ sip }) => sip.storeEnd(EMPTY_REPORT)],
    [
      'next trunk',
      ({ sip }) =>
        sip.moveTo({ trunkId: 'trunk_2', trunkName: 'b', callerId: '+912248001000' }, EMPTY_REPORT),
    ],
  ])('%s', async (what, write) => {
    const rows = failing();
    await write(rows);
    await settled();
    expect(rows.logged).toEqual([expect.stringContaining(`leg leg_1: the ${what} could not be stored`)]);
    expect(rows.logged[0]).toContain('22P05');
    expect(rows.inbox.events).toEqual([
      {
        reference: 'call_1.2',
        at: AT,
        type: 'timeline',
        kind: 'trunk',
        message: `The service could not store the ${what} of a leg.`,
      },
    ]);
  });
});

test.each([
  ['contact', AT],
  ['transfer', AT],
  // A call that comes in uses no slot of the trunk's call rate.
  ['inbound', null],
] as const)(
  'stores the token of a leg of kind %s with the start of the next slot: %s',
  async (kind, leavesAt) => {
    const departures: unknown[] = [];
    const legs = {
      storeToken: (_id: string, _hash: Buffer, at: Date | null) => Promise.resolve(departures.push(at) > 0),
    };
    const services = new LegServices('twilio', { now: () => AT, legs } as unknown as LegServicesOptions);
    const order = {
      id: 'leg_1',
      accountId: 'acct_1',
      beganAt: AT,
      routes: [{ trunkId: 'trunk_1' }],
    } as never;
    await new CloudLegStore(services.rows(TRACE), order, { ...DIAL, kind }).issueToken();
    expect(departures).toEqual([leavesAt]);
  },
);
