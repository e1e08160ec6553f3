import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeTwilio, TwilioCall } from './fake-twilio';
import { attributeOf, contentOf, joinSecond, type SecondEnd } from './second-phone';

const STATUS: Readonly<Record<SecondEnd, string>> = {
  talked: 'completed',
  stopped: 'no-answer',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
};

/**
 * Runs `<Dial>` of an answered call: https://www.twilio.com/docs/voice/twiml/dial.
 * @returns what its action says is to be done next
 */
export async function dialSecond(fake: FakeTwilio, call: TwilioCall, twiml: string): Promise<string> {
  const of = (name: string) => attributeOf(twiml, 'Dial', name) ?? '';
  const to = contentOf(twiml, 'Number') ?? '';
  const script = fake.scriptOf(to);
  const child = fake.add(
    to,
    of('callerId'),
    { ...script, ...(call.script.weather && { weather: call.script.weather }) },
    new URLSearchParams(),
    attributeOf(twiml, 'Number', 'statusCallback'),
    call.id,
  );
  const { hangUpAfterMs = null, leavesDialAfterMs = hangUpAfterMs } = call.script;
  if (leavesDialAfterMs !== null) setTimeout(call.line.leave, leavesDialAfterMs).unref();
  fake.tell(child, 'initiated');
  const limits = { ringMs: Number(of('timeout')) * 1_000, talkMs: Number(of('timeLimit')) * 1_000 };
  const end = await joinSecond(script, call.line, limits, {
    rings: () => fake.tell(child, 'ringing'),
    answered: () => fake.tell(child, 'in-progress'),
  });
  const gone = await Promise.race([call.line.gone, sleep(0, 'there')]);
  const seconds = child.answeredAt === null ? 0 : Math.ceil((Date.now() - child.answeredAt) / 1_000);
  const more: Record<string, string> =
    script.sipCode === undefined ? {} : { SipResponseCode: String(script.sipCode) };
  fake.tell(child, STATUS[end], end === 'talked' ? { CallDuration: String(seconds) } : more);
  const weather = call.script.weather ?? {};
  const fields = {
    CallSid: call.id,
    CallStatus: gone === 'gone' ? 'completed' : 'in-progress',
    To: call.to,
    DialCallSid: child.id,
    DialCallStatus: STATUS[end],
    Direction: 'outbound-api',
    ...(end === 'talked' && { DialCallDuration: String(seconds) }),
  };
  const next = await fake.network.ask(of('action'), fields, weather, call.callbacks++);
  const recordingUrl = of('recordingStatusCallback');
  if (end === 'talked' && of('record') === 'record-from-answer-dual' && recordingUrl !== '') {
    const recorded = {
      RecordingSid: `RE${call.id.slice(2)}`,
      RecordingStatus: 'completed',
      CallSid: call.id,
    };
    fake.network.send(recordingUrl, recorded, weather, call.callbacks++);
  }
  return gone === 'gone' ? '' : next;
}
