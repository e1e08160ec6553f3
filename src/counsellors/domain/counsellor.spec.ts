import { Counsellor, counsellorOf, type CounsellorState } from './counsellor';
import { COUNSELLOR_TRANSITIONS, type CounsellorStatus, type CounsellorTrigger } from './counsellor-status';
import { nextMailAt, pageOf } from './invitation';

const STATE: CounsellorState = {
  id: 'csl_1',
  roles: ['COUNSELLOR'],
  status: 'active',
  carrierExtension: null,
  email: 'meera@example.com',
  name: 'Meera',
  mobileNumber: null,
  sharedLogin: false,
};

const STATUSES = Object.keys(COUNSELLOR_TRANSITIONS) as CounsellorStatus[];

describe.each(STATUSES)('from %s', (from) =>
  test.each<CounsellorTrigger>(['accept', 'activate', 'deactivate'])('moves by %s', (trigger) => {
    const counsellor = new Counsellor({ ...STATE, status: from });
    const row: Partial<Record<CounsellorTrigger, CounsellorStatus>> = COUNSELLOR_TRANSITIONS[from];
    expect(counsellor[trigger]()).toBe(row[trigger] !== undefined);
    expect(counsellor.state.status).toBe(row[trigger] ?? from);
  }),
);

test.each([
  [{ status: 'inactive', mobileNumber: '+919876543210' }, 'mobile', /inactive/],
  [{}, 'mobile', /mobile number/],
  [{}, 'extension', /extension/],
  [{ mobileNumber: '+919876543210' }, 'extension', /extension/],
  [{ mobileNumber: '+919876543210' }, null, /provider/],
  [{ mobileNumber: '+919876543210' }, 'mobile', null],
  [{ carrierExtension: '7' }, 'extension', null],
  [{ status: 'invited', carrierExtension: '7' }, 'extension', null],
  [{ carrierExtension: '1234567' }, 'extension', null],
  [{}, 'sip_extension', /No carrier extension/],
  [{ carrierExtension: 'Meera.n-1_x' }, 'sip_extension', null],
  [{ carrierExtension: '123456' }, 'sip_extension', null],
  [{ carrierExtension: '1234567' }, 'sip_extension', /cannot be rung/],
  [{ carrierExtension: '1234567x' }, 'sip_extension', null],
  [{ carrierExtension: '1-900-555-1234' }, 'sip_extension', /cannot be rung/],
  [{ carrierExtension: '_00.91.98_76-' }, 'sip_extension', /cannot be rung/],
  [{ carrierExtension: '12-34.56_' }, 'sip_extension', null],
  [{ carrierExtension: 'meera nair' }, 'sip_extension', /cannot be rung/],
] as const)('reports reachability of %j where %s is rung', (fields, rings, reason) => {
  const blocked = new Counsellor({ ...STATE, ...fields }).blockedReason(rings);
  if (reason) expect(blocked).toMatch(reason);
  else expect(blocked).toBeNull();
});

test('rejects management of members with another role', () => {
  expect(new Counsellor({ ...STATE, roles: ['COUNSELLOR', 'ADMIN'] }).isManageable).toBe(false);
  expect(counsellorOf({ ...STATE, roles: ['STAFF'] })).toBeNull();
});

test('tries an e-mail for 24 hours', () => {
  const made = new Date('2026-11-20T10:00:00Z');
  let [now, tries]: [Date | null, number] = [made, 0];
  const last: Date[] = [];
  while (now) {
    last.push(now);
    tries += 1;
    now = nextMailAt(made, tries, now);
  }
  expect(last.at(-1)!.getTime() - made.getTime()).toBeGreaterThan(23 * 3_600_000);
  expect(last.at(-1)!.getTime() - made.getTime()).toBeLessThanOrEqual(24 * 3_600_000);
  expect(last[1]!.getTime() - made.getTime()).toBe(60_000);
});

test.each([
  ['open', 1, 'open'],
  ['open', 0, 'gone'],
  ['accepted', 0, 'accepted'],
  ['revoked', 1, 'gone'],
] as const)('accepts a link of an invitation that is %s, %i ms before its end', (state, left, page) => {
  const now = new Date();
  const expiresAt = new Date(now.getTime() + left);
  expect(pageOf({ memberId: 'm', accountId: 'a', state, createdAt: now, expiresAt }, now)).toBe(page);
});
