import { setTimeout as sleep } from 'node:timers/promises';
import type { FakePlivo, PlivoCall } from './fake-plivo';
import { attributeOf, contentOf, joinSecond, type SecondEnd } from './second-phone';

const ENDS: Readonly<Record<SecondEnd, readonly [status: string, code: number]>> = {
  talked: ['completed', 4000],
  stopped: ['cancel', 1000],
  busy: ['busy', 3010],
  'no-answer': ['no-answer', 3000],
  failed: ['failed', 5020],
};

/**
 * Runs `<Dial>` of an answered call: https://www.plivo.com/docs/voice/xml/dial.
 * @returns what its action says is to be done next, if it redirects
 */
export async function dialSecond(fake: FakePlivo, call: PlivoCall, xml: string): Promise<string> {
  const of = (name: string) => attributeOf(xml, 'Dial', name) ?? '';
  const to = contentOf(xml, 'Number') ?? '';
  const script = fake.scriptOf(`+${to}`);
  const child = fake.add(
    to,
    of('callerId'),
    script,
    { answer_url: '', ring_url: '', hangup_url: '' },
    call.id,
  );
  child.status = 'ringing';
  const weather = call.script.weather ?? {};
  const fieldsOf = (more: Record<string, string>) => ({
    CallUUID: call.id,
    DialALegUUID: call.id,
    DialBLegUUID: child.id,
    Direction: 'outbound',
    CallStatus: call.status,
    DialBLegFrom: child.from,
    DialBLegTo: to,
    DialBLegPosition: '1',
    ...more,
  });
  const tell = (url: string, more: Record<string, string>) =>
    fake.network.send(url, fieldsOf(more), weather, call.callbacks++);
  const { hangUpAfterMs = null, leavesDialAfterMs = hangUpAfterMs } = call.script;
  if (leavesDialAfterMs !== null) setTimeout(call.line.leave, leavesDialAfterMs).unref();
  const limits = { ringMs: Number(of('timeout')) * 1_000, talkMs: Number(of('timeLimit')) * 1_000 };
  const end = await joinSecond(script, call.line, limits, {
    // Plivo says nothing of it.
    rings: () => undefined,
    answered: () => {
      [child.status, child.answeredAt] = ['in-progress', new Date()];
      tell(of('callbackUrl'), { Event: 'DialAnswer', DialAction: 'answer', DialBLegStatus: 'answer' });
    },
  });
  const seconds =
    child.answeredAt === null ? 0 : Math.ceil((Date.now() - child.answeredAt.getTime()) / 1_000);
  const [status, code] = ENDS[end];
  [child.status, child.code, child.endedAt] = [status, script.code ?? code, new Date()];
  tell(of('callbackUrl'), {
    Event: 'DialHangup',
    DialAction: 'hangup',
    DialBLegStatus: 'hangup',
    DialBLegDuration: String(seconds),
    DialBLegHangupCauseCode: String(child.code),
  });
  const isThere = (await Promise.race([call.line.gone, sleep(0, 'there')])) === 'there';
  const fields = fieldsOf({
    DialStatus: status,
    DialRingStatus: 'true',
    DialBLegDuration: String(seconds),
    CallStatus: isThere ? 'in-progress' : 'completed',
  });
  const next = await fake.network.ask(of('action'), fields, weather, call.callbacks++);
  const recordingUrl = attributeOf(xml, 'Record', 'callbackUrl');
  if (end === 'talked' && recordingUrl !== null) {
    tell(recordingUrl, {
      RecordingID: child.id,
      RecordingDuration: String(seconds),
      RecordingType: 'normal',
    });
  }
  return isThere && of('redirect') === 'true' ? next : '';
}
