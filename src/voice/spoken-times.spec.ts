import { LONG, near, opened, slow, speech } from '../../test/harness/voice-driver';

const BY = 100;

test('ends an interrupted turn where its audio paused', async () => {
  const { say, pass, phone, session } = await opened({ partials: false });
  const beganMs = session.nowMs();
  const said = say(LONG);
  await pass(1_000);
  phone.speak(speech(1_000));
  await pass(2_000);
  expect(said.value).toMatchObject({ cutBy: 'barge_in', endMs: near(beganMs + 1_000 + 250, BY) });
});

test('ends a turn after a false pause with its last audio', async () => {
  const { say, pass, phone, session } = await opened();
  const beganMs = session.nowMs();
  const said = say(LONG);
  await pass(1_000);
  phone.speak(speech(300));
  await pass(5_000);
  expect(said.value).toMatchObject({ playedText: LONG, cutBy: null });
  expect(said.value?.endMs).toBeGreaterThan(beganMs + LONG.length * 50);
});

test('ends a turn before the SIP hold that it did not outlast', async () => {
  const { say, pass, session, leg } = await opened();
  const beganMs = session.nowMs();
  const said = say(LONG);
  await pass(500);
  session.setHold(true);
  leg.setDirection('inactive');
  await pass(10_000);
  session.end('hung_up');
  await pass(40);
  expect(said.value).toMatchObject({ cutBy: 'hung_up', endMs: near(beganMs + 500, BY) });
});

test('ends a turn with its last audio when its text breaks off later', async () => {
  const { say, pass, session } = await opened();
  const beganMs = session.nowMs();
  let fail: () => void = () => undefined;
  const said = say(
    (async function* () {
      yield 'Hello. ';
      yield* slow((go) => (fail = go), '');
    })(),
  );
  await pass(3_000);
  fail();
  await pass(100);
  expect(said.value).toMatchObject({ playedText: 'Hello.', endMs: near(beganMs + 6 * 50, BY) });
});

test('counts no response time for words after a silence', async () => {
  const { say, listen, pass, phone, stt } = await opened();
  stt.finals.push('Please stay on the line.');
  listen();
  phone.speak(speech(600));
  await pass(1_500);
  // An announcement gets no reply.
  const silence = listen(3_000);
  await pass(3_500);
  expect(silence.value).toMatchObject({ kind: 'silence' });
  const said = say('Hello, are you there?');
  await pass(3_000);
  expect(said.value?.playedText).toBe('Hello, are you there?');
  expect(said.value).not.toHaveProperty('responseMs');
});
