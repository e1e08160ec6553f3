import { joinPhone, leaveDial } from './dialed-phone.mjs';
import { secondsOf } from './protocol.mjs';
import { attributeOf, contentOf, dialLimits } from './xml.mjs';

/** @typedef {import('./twilio.mjs').FakeTwilio} FakeTwilio */
/** @typedef {import('./twilio-records.mjs').TwilioCall} TwilioCall */

const STATUS = {
  talked: 'completed',
  stopped: 'no-answer',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
};

/**
 * Runs `<Dial>` of an answered call: https://www.twilio.com/docs/voice/twiml/dial.
 * @param {FakeTwilio} fake
 * @param {TwilioCall} call
 * @param {string} twiml
 * @returns {Promise<string>} the next document of its action
 */
export async function runDial(fake, call, twiml) {
  const child = addChild(fake, call, twiml);
  leaveDial(call);
  fake.tell(child, 'initiated');
  const end = await joinPhone(child.script, call.line, dialLimits(twiml), {
    rings: () => fake.tell(child, 'ringing'),
    answered: () => fake.tell(child, 'in-progress'),
  });
  const isThere = await call.line.isThere();
  const seconds = String(secondsOf(child));
  fake.tell(child, STATUS[end], end === 'talked' ? { CallDuration: seconds } : fake.sipCodeOf(child));
  const fields = {
    CallSid: call.id,
    CallStatus: isThere ? 'in-progress' : 'completed',
    To: call.to,
    DialCallSid: child.id,
    DialCallStatus: STATUS[end],
    Direction: 'outbound-api',
    ...(end === 'talked' && { DialCallDuration: seconds }),
  };
  const action = attributeOf(twiml, 'Dial', 'action') ?? '';
  const next = await fake.network.ask(action, fields, call.script.weather ?? {}, call.callbacks++);
  if (end === 'talked') {
    fake.onTalked(call);
    reportRecording(fake, call, twiml);
  }
  return isThere ? next : '';
}

/**
 * @param {FakeTwilio} fake
 * @param {TwilioCall} call
 * @param {string} twiml
 */
function addChild(fake, call, twiml) {
  const to = contentOf(twiml, 'Number') ?? '';
  const { weather } = call.script;
  return fake.add({
    to,
    from: attributeOf(twiml, 'Dial', 'callerId') ?? '',
    script: { ...fake.scriptOf(to), ...(weather && { weather }) },
    callbackUrl: attributeOf(twiml, 'Number', 'statusCallback'),
    parent: call.id,
  });
}

/**
 * @param {FakeTwilio} fake
 * @param {TwilioCall} call
 * @param {string} twiml
 */
function reportRecording(fake, call, twiml) {
  const url = attributeOf(twiml, 'Dial', 'recordingStatusCallback') ?? '';
  if (url === '' || attributeOf(twiml, 'Dial', 'record') !== 'record-from-answer-dual') return;
  const recorded = { RecordingSid: `RE${call.id.slice(2)}`, RecordingStatus: 'completed', CallSid: call.id };
  fake.network.send(url, recorded, call.script.weather ?? {}, call.callbacks++);
}
