import { near, opened, speech } from '../../test/harness/voice-driver';
import type { Transferred } from '../conversation';
import type { StartTransfer } from './transfer';

type End = Awaited<ReturnType<StartTransfer>['over']>;

/** A session that transfers its contact, and the hands of whoever rings people for it. */
async function transferring() {
  const hands: { taken: () => void; end: (end: End) => void; stopped: boolean; keys: string } = {
    taken: () => undefined,
    end: () => undefined,
    stopped: false,
    keys: '',
  };
  const called: (readonly string[])[] = [];
  const driver = await opened({
    transfer: (numbers, taken) => {
      called.push(numbers);
      hands.taken = taken;
      return {
        key: (key) => (hands.keys += key),
        stop: () => {
          hands.stopped = true;
          hands.end({ endedBy: null });
        },
        over: new Promise<End>((resolve) => {
          hands.end = resolve;
        }),
      };
    },
  });
  const transferred = driver.watch<Transferred>(driver.session.transfer(['+911', '+912']));
  await driver.pass(1_000);
  return { ...driver, hands, called, transferred };
}

test('records a talk with a person as one turn until it is transcribed', async () => {
  const { hands, called, transferred, pass, phone } = await transferring();
  expect(called).toEqual([['+911', '+912']]);
  hands.taken();
  phone.speak(speech(1_000));
  await pass(5_000);
  hands.end({ endedBy: 'human' });
  await pass(20);
  expect(transferred.value).toEqual({
    turns: [
      { speaker: 'human', text: '(not transcribed)', startMs: near(2_000, 100), endMs: near(7_000, 120) },
    ],
    endedBy: 'human',
  });
});

test('drops words during the ringing, and assigns later words to the agent', async () => {
  const { hands, transferred, pass, phone, listen, stt, session } = await transferring();
  stt.finals.push('Hello?');
  phone.speak(speech(1_000));
  session.key('5');
  await pass(3_000);
  hands.end({ endedBy: null });
  await pass(20);
  expect(transferred.value).toEqual({ turns: [], endedBy: null });
  expect(hands.keys).toBe('5');
  const heard = listen(8_000);
  phone.speak(speech(1_000));
  await pass(3_000);
  expect(heard.value).toMatchObject({ kind: 'speech', text: 'Hello?' });
});

test.each([
  ['hung_up', 'contact'],
  ['lost', 'lost'],
  ['limit', 'limit'],
] as const)('ends the ringing and the talk when the line is %s', async (why, endedBy) => {
  const ringing = await transferring();
  ringing.session.end(why);
  await ringing.pass(20);
  expect(ringing.hands.stopped).toBe(true);
  expect(ringing.transferred.value).toEqual({ turns: [], endedBy });
  const talking = await transferring();
  talking.hands.taken();
  await talking.pass(1_000);
  talking.session.end(why);
  await talking.pass(20);
  expect(talking.transferred.value).toMatchObject({ turns: [{ speaker: 'human' }], endedBy });
});

test('rings no phone on a line without a transfer, or that has ended', async () => {
  const nobody = await opened();
  expect(await nobody.session.transfer(['+911'])).toEqual({ turns: [], endedBy: null });
  const cut = await transferring();
  cut.session.end('hung_up');
  await cut.pass(20);
  expect(await cut.session.transfer(['+911'])).toEqual({ turns: [], endedBy: 'contact' });
  expect(cut.called).toHaveLength(1);
});
