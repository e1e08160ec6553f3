import { joinPhone, leaveDial } from './dialed-phone.mjs';
import { secondsOf } from './protocol.mjs';
import { attributeOf, contentOf, dialLimits } from './xml.mjs';

/** @typedef {import('./plivo.mjs').FakePlivo} FakePlivo */
/** @typedef {import('./plivo-records.mjs').PlivoCall} PlivoCall */

/** @type {Record<import('./dialed-phone.mjs').DialedEnd, readonly [status: string, code: number]>} */
const ENDS = {
  talked: ['completed', 4000],
  stopped: ['cancel', 1000],
  busy: ['busy', 3010],
  'no-answer': ['no-answer', 3000],
  failed: ['failed', 5020],
};
const NO_URLS = { answer_url: '', ring_url: '', hangup_url: '' };

/**
 * Runs `<Dial>` of an answered call: https://www.plivo.com/docs/voice/xml/dial.
 * @param {FakePlivo} fake
 * @param {PlivoCall} call
 * @param {string} xml
 * @returns {Promise<string>} the next document of its action, if it redirects
 */
export async function runDial(fake, call, xml) {
  const of = (/** @type {string} */ name) => attributeOf(xml, 'Dial', name) ?? '';
  const to = contentOf(xml, 'Number') ?? '';
  const script = fake.scriptOf(`+${to}`);
  const child = fake.add({ to, from: of('callerId'), script, urls: NO_URLS, parent: call.id });
  child.status = 'ringing';
  const weather = call.script.weather ?? {};
  const tell = (/** @type {string} */ url, /** @type {Record<string, string>} */ more) =>
    fake.network.send(url, { ...fieldsOf(call, child), ...more }, weather, call.callbacks++);
  leaveDial(call);
  const end = await joinPhone(script, call.line, dialLimits(xml), {
    // Plivo does not report it.
    rings: () => undefined,
    answered: () => {
      Object.assign(child, { status: 'in-progress', answeredAt: Date.now() });
      tell(of('callbackUrl'), { Event: 'DialAnswer', DialAction: 'answer', DialBLegStatus: 'answer' });
    },
  });
  const [status, code] = ENDS[end];
  Object.assign(child, { status, code: script.code ?? code, endedAt: Date.now() });
  const seconds = String(secondsOf(child));
  tell(of('callbackUrl'), {
    Event: 'DialHangup',
    DialAction: 'hangup',
    DialBLegStatus: 'hangup',
    DialBLegDuration: seconds,
    DialBLegHangupCauseCode: String(child.code),
  });
  const isThere = await call.line.isThere();
  const ended = { DialStatus: status, DialRingStatus: 'true', DialBLegDuration: seconds };
  const fields = { ...fieldsOf(call, child), ...ended, CallStatus: isThere ? 'in-progress' : 'completed' };
  const next = await fake.network.ask(of('action'), fields, weather, call.callbacks++);
  if (end === 'talked') {
    fake.onTalked(call);
    const url = attributeOf(xml, 'Record', 'callbackUrl');
    const recorded = { RecordingID: child.id, RecordingDuration: seconds, RecordingType: 'normal' };
    if (url !== null) tell(url, recorded);
  }
  return isThere && of('redirect') === 'true' ? next : '';
}

/**
 * @param {PlivoCall} call
 * @param {PlivoCall} child
 */
function fieldsOf(call, child) {
  return {
    CallUUID: call.id,
    DialALegUUID: call.id,
    DialBLegUUID: child.id,
    Direction: 'outbound',
    CallStatus: call.status,
    DialBLegFrom: child.from,
    DialBLegTo: child.to,
    DialBLegPosition: '1',
  };
}
