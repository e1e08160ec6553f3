import { PEER } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';
import { settle } from '../../../test/phone/harness/virtual-clock';
import type { RegistrationState } from './registration';

function register(stage: Stage) {
  const states: RegistrationState[] = [];
  const registration = stage.userAgent.register({
    targets: () => Promise.resolve([PEER]),
    peer: {},
    registrar: 'sip:example.com',
    uri: 'sip:trunk@example.com',
    contact: 'trunk',
    expires: 300,
    onChanged: (state) => states.push(state),
  });
  return { registration, states };
}

describe('a refresh that fails', () => {
  const refreshed = async (status: number) => {
    const stage = new Stage();
    const { registration, states } = register(stage);
    await settle().then(() => stage.answer(stage.request('REGISTER'), 200));
    await stage.clock.pass(240_000);
    await stage.answer(stage.request('REGISTER'), status);
    expect(states.at(-1)).toMatchObject({ registered: false, status });
    return { stage, registration };
  };

  test('for a passing reason: registered until the granted time is over', async () => {
    const { stage, registration } = await refreshed(503);
    expect(registration.state.registered).toBe(true);
    await stage.clock.pass(60_000);
    expect(registration.state.registered).toBe(true);
    await stage.clock.pass(1);
    expect(registration.state.registered).toBe(false);
  });

  test('as it is refused: not registered any more', async () => {
    const { registration } = await refreshed(403);
    expect(registration.state).toMatchObject({ registered: false, status: 403 });
  });

  test.each([503, 403])('with %d, then stopped: our Contact is removed', async (status) => {
    const { stage, registration } = await refreshed(status);
    const stopped = registration.stop();
    await settle();
    expect(stage.request('REGISTER').headers.get('expires')).toBe('0');
    await stage.answer(stage.request('REGISTER'), 200);
    await stopped;
  });
});

test.each([
  ['its Contact', { contact: '<sip:trunk@192.0.2.1:5060>;expires=0' }],
  ['Expires', { headers: ['Expires: 0'] }],
])('a 200 with no time in %s registers nothing, and is tried again', async (_where, parts) => {
  const stage = new Stage();
  const { registration, states } = register(stage);
  await settle();
  await stage.answer(stage.request('REGISTER'), 200, parts);
  expect(states).toEqual([{ registered: false, status: 200, reason: 'no time was granted' }]);
  expect(registration.state.registered).toBe(false);
  stage.newMessages();
  await stage.clock.pass(5_000);
  expect(stage.newMessages()).toEqual(['REGISTER']);
});
