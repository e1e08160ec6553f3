import { LONG, opened } from '../../test/harness/voice-driver';

test('waits while the line is on SIP hold, for two minutes at most', async () => {
  const { say, pass, session, leg } = await opened();
  const hold = (isOnHold: boolean) => {
    session.setHold(isOnHold);
    leg.setDirection(isOnHold ? 'inactive' : 'sendrecv');
  };
  const said = say(LONG);
  await pass(500);
  hold(true);
  await pass(119_000);
  expect(said.value).toBeUndefined();
  await pass(1_500);
  expect(said.value).toMatchObject({ cutBy: null });
  expect(said.value?.playedText.length).toBeLessThan(LONG.length);
  const unplayed = say('Are you there?');
  await pass(100);
  expect(unplayed.value).toBeNull();
  hold(false);
  const played = say('Hello?');
  await pass(1_000);
  expect(played.value?.playedText).toBe('Hello?');
});
