import { LONG, near, opened, speech } from '../../test/harness/voice-driver';

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

test('begins what it answers on hold when the hold ends, and counts the hold for no response', async () => {
  const { stt, say, listen, pass, phone, session, leg, figures } = await opened();
  const hold = (isOnHold: boolean) => {
    session.setHold(isOnHold);
    leg.setDirection(isOnHold ? 'inactive' : 'sendrecv');
  };
  stt.finals.push('I live in Delhi.');
  const heard = listen();
  phone.speak(speech(700));
  await pass(1_500);
  expect(heard.value).toMatchObject({ text: 'I live in Delhi.' });
  hold(true);
  const said = say('Thank you.');
  await pass(3_000);
  const resumedMs = session.nowMs();
  hold(false);
  await pass(2_000);
  expect(said.value).toMatchObject({ playedText: 'Thank you.', startMs: near(resumedMs, 100) });
  const { startMs = 0, endMs = 0, responseMs = 0 } = said.value ?? {};
  expect(endMs - startMs).toBe(500);
  expect(responseMs).toBeLessThan(1_500);
  expect(figures.took.total).toBe(responseMs);
});
