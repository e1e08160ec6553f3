import { People } from '../../src/accounts';
import { CounsellorTests, email } from '../harness/counsellors';

const tests = CounsellorTests.setUp();

describe('GET /counsellors by scope', () => {
  const EXTRA = ['mobile_number', 'carrier_extension', 'manageable', 'shared_account'];
  test('hides numbers and management from calls:read, and everything from other keys', async () => {
    const { id } = await tests.add({ send_welcome_email: false, carrier_extension: '7' });
    const reader = { ...tests.account, key: await tests.service.key(tests.account.id, ['calls:read']) };
    const manager = {
      ...tests.account,
      key: await tests.service.key(tests.account.id, ['counsellors:manage']),
    };
    const shown = await tests.read(id as string, reader);
    for (const field of EXTRA) expect(shown).not.toHaveProperty(field);
    const [listed] = await tests.list(reader);
    for (const field of EXTRA) expect(listed).not.toHaveProperty(field);
    expect(await tests.read(id as string, manager)).toMatchObject({
      mobile_number: '919876543210',
      carrier_extension: '7',
      manageable: true,
      shared_account: false,
    });
    const [managed] = await tests.list(manager);
    expect(managed).toMatchObject({ manageable: true, shared_account: false });
    expect(managed).not.toHaveProperty('mobile_number');
    expect(managed).not.toHaveProperty('carrier_extension');
    const other = { ...tests.account, key: await tests.service.key(tests.account.id, ['calls:write']) };
    await tests.service.http(other).get('/counsellors').expect(403);
    await tests.service.http(reader).post('/counsellors').send({}).expect(403);
    await tests.service
      .http(reader)
      .delete(`/counsellors/${id as string}`)
      .expect(403);
    await tests.service
      .http(await tests.service.account())
      .get(`/counsellors/${id as string}`)
      .expect(404);
  });

  test('lists all active counsellors, sorted by folded name', async () => {
    for (const name of ['émile', 'Zoya', 'aditi', 'Bina'])
      await tests.add({ name, send_welcome_email: false });
    await tests.add({ name: 'Invited' });
    expect((await tests.list()).map(({ name }) => name)).toEqual(['aditi', 'Bina', 'Zoya', 'émile']);
  });
});

describe('admins, staff and shared logins', () => {
  test('are not found as staff, and never changed as both', async () => {
    const address = email();
    const { id } = await tests.staff(address, 'STAFF');
    for (const call of [
      tests.service.http(tests.account).get(`/counsellors/${id}`),
      tests.service.http(tests.account).patch(`/counsellors/${id}`).send({ name: 'X' }),
      tests.service.http(tests.account).delete(`/counsellors/${id}`),
    ])
      expect((await call.expect(404)).body.error.code).toBe('counsellor_not_found');
    expect(await tests.list()).toEqual([]);
    await tests.staff(address, 'COUNSELLOR');
    expect(await tests.read(id)).toMatchObject({ manageable: false, roles: ['COUNSELLOR'] });
    expect((await tests.patch(id, { name: 'X', active: false }, 403))['error']).toMatchObject({
      code: 'counsellor_not_manageable',
      details: { fields: ['name', 'active'] },
    });
    const { body } = await tests.service.http(tests.account).delete(`/counsellors/${id}`).expect(403);
    expect(body.error.details).toEqual({ fields: ['active'] });
  });

  test('keep name and mobile number of a login that another account shares', async () => {
    const address = email();
    const { id } = await tests.add({ email: address, send_welcome_email: false });
    const other = await tests.service.account();
    await tests.staff(address, 'COUNSELLOR', other);
    expect(await tests.read(id as string)).toMatchObject({
      shared_account: true,
      mobile_number: null,
      can_call: true,
    });
    for (const change of [{ name: 'X' }, { mobile_number: '+919876543211' }]) {
      const refused = await tests.patch(id as string, { ...change, carrier_extension: '1' }, 403);
      expect(refused['error']).toMatchObject({
        code: 'counsellor_not_manageable',
        details: { fields: Object.keys(change) },
      });
    }
    expect(await tests.patch(id as string, { carrier_extension: '1' })).toMatchObject({
      carrier_extension: '1',
    });
  });
});

describe('deactivation and reactivation', () => {
  test('return effects on other resources, in no other response', async () => {
    const made = await tests.add();
    const id = made['id'] as string;
    expect(made).not.toHaveProperty('effects');
    expect(await tests.patch(id, { active: false })).toMatchObject({
      status: 'inactive',
      can_call: false,
      effects: { human_calls_canceled: 0, invitation_revoked: true },
    });
    expect(await tests.patch(id, { active: false })).toMatchObject({
      effects: { human_calls_canceled: 0, invitation_revoked: false },
    });
    const { body } = await tests.service.http(tests.account).delete(`/counsellors/${id}`).expect(200);
    expect(body).toMatchObject({
      status: 'inactive',
      effects: { human_calls_canceled: 0, invitation_revoked: false },
      warnings: [],
    });
    expect(await tests.patch(id, { active: true })).toMatchObject({
      status: 'active',
      effects: { can_call: true },
    });
    // An active counsellor has no open invitation.
    expect(await tests.patch(id, { active: false })).toMatchObject({
      effects: { human_calls_canceled: 0, invitation_revoked: false },
    });
    await tests.patch(id, { active: true });
    expect(await tests.patch(id, { name: 'Other' })).not.toHaveProperty('effects');
    expect(await tests.read(id)).not.toHaveProperty('effects');
  });

  test('add a removed admin and counsellor as a counsellor alone', async () => {
    const address = email();
    await tests.staff(address, 'ADMIN');
    const member = await tests.staff(address, 'COUNSELLOR');
    const { members } = tests.service.app.get(People, { strict: false });
    await tests.service.unitOfWork.run(() => members.save({ ...member, status: 'inactive' }));
    expect(await tests.add({ email: address })).toMatchObject({
      id: member.id,
      created: true,
      existing_account: true,
      status: 'active',
      roles: ['COUNSELLOR'],
      manageable: true,
    });
    expect((await members.find(tests.account.id, member.id))?.roles).toEqual(['COUNSELLOR']);
  });

  test('keep or replace the extension of a counsellor who is added again', async () => {
    const address = email();
    const { id } = await tests.add({ email: address, carrier_extension: '7' });
    const again = async (more: object) => {
      await tests.patch(id as string, { active: false });
      return tests.add({ email: address, ...more });
    };
    expect(await again({})).toMatchObject({ id, created: true, carrier_extension: '7' });
    expect(await again({ carrier_extension: '8' })).toMatchObject({ id, carrier_extension: '8' });
    await tests.add({ carrier_extension: '7' });
    await tests.patch(id as string, { active: false });
    const refused = await tests.add({ email: address, carrier_extension: '7' }, tests.account, 409);
    expect(refused['error'].code).toBe('carrier_extension_taken');
    expect(await tests.read(id as string)).toMatchObject({ status: 'inactive', carrier_extension: '8' });
  });

  test('reject null except for the extension, and change nothing for an empty body', async () => {
    const { id } = await tests.add({ carrier_extension: '1' });
    const { error } = await tests.patch(
      id as string,
      { name: null, mobile_number: null, active: null, email: 'a@b.co' },
      400,
    );
    expect(error.details.errors).toEqual(
      expect.arrayContaining([
        { field: 'name', message: 'must not be null' },
        { field: 'mobile_number', message: 'must not be null' },
        { field: 'active', message: 'must not be null' },
        { field: 'email', message: 'is read-only' },
      ]),
    );
    expect(await tests.patch(id as string, { carrier_extension: null })).toMatchObject({
      carrier_extension: null,
    });
    expect(await tests.patch(id as string, {})).toMatchObject({ name: 'Meera Nair' });
  });

  test('free the extension of an inactive counsellor, which may conflict on reactivation', async () => {
    const { id } = await tests.add({ carrier_extension: '1' });
    expect((await tests.add({ carrier_extension: '1' }, tests.account, 409))['error'].code).toBe(
      'carrier_extension_taken',
    );
    await tests.patch(id as string, { active: false });
    const { id: other } = await tests.add({ carrier_extension: '1' });
    expect((await tests.patch(id as string, { active: true }, 409))['error'].code).toBe(
      'carrier_extension_taken',
    );
    expect(await tests.read(id as string)).toMatchObject({ status: 'inactive' });
    await tests.patch(other as string, { carrier_extension: '2' });
    await tests.patch(id as string, { active: true });
    expect((await tests.patch(other as string, { carrier_extension: '1' }, 409))['error'].code).toBe(
      'carrier_extension_taken',
    );
  });
});
