import type { HumanCallState } from '../../domain/human-call-state';
import { HumanCallWaitReasons } from './human-call-wait-reasons';

const ACCOUNT = { timezone: 'Asia/Kolkata', lines: 2, carrier: 'simulator' };
const CALL = { id: 'hcall_1', status: 'queued', counsellorId: 'csl_1', phoneNumber: '+919876540001' };

/** All counsellors are on a call. @param queued the calls that still wait when the reasons are known */
function reasonsWith(queued: readonly string[]): HumanCallWaitReasons {
  return new HumanCallWaitReasons(
    { get: () => Promise.resolve(ACCOUNT) } as never,
    {
      read: () => Promise.resolve({ linesInUse: 0 }),
      numbersInUse: () => Promise.resolve(new Set()),
    } as never,
    { standing: () => Promise.resolve({ available: 1n, rates: { humanCall: 0n } }) } as never,
    { of: () => undefined } as never,
    {} as never,
    {
      onCall: (ids: readonly string[]) => Promise.resolve(new Set(ids)),
      queuedOf: (ids: readonly string[]) => Promise.resolve(new Set(ids.filter((id) => queued.includes(id)))),
    } as never,
  );
}

test.each([
  ['waits', ['hcall_1'], [['hcall_1', 'The counsellor is on another call.']]],
  ['was dialed in the meantime', [], []],
])('describes a call that %s', async (_, queued, expected) => {
  const found = await reasonsWith(queued).of('acct_1', [CALL as HumanCallState]);
  expect([...found]).toEqual(expected);
});
