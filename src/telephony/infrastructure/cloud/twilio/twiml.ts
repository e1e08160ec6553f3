import type { CloudJoinOrder } from '../adapter';
import { xmlAttributes, xmlText } from '../xml';

/**
 * A callback is sent again when it was not taken: other than Twilio's default, which gives up at once.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const AGAIN = '#rc=5&rp=5xx,ct,rt';

/** Connects the audio of a call to us. Our addresses have no character that XML writes otherwise. */
export function connectVerb(mediaUrl: string): string {
  return `<Connect><Stream url="${mediaUrl}"/></Connect>`;
}

/** Joins a second phone to the call, and ends it with either. https://www.twilio.com/docs/voice/twiml/dial */
export function dialVerb(order: CloudJoinOrder): string {
  const { contact, from, ringSeconds, maxTalkSeconds, record, contactUrl, recordingUrl } = order;
  const dial = xmlAttributes({
    answerOnBridge: true,
    callerId: from,
    timeout: ringSeconds,
    timeLimit: maxTalkSeconds > 0 ? maxTalkSeconds : null,
    // What the contact did is told here while the counsellor is still there.
    action: `${contactUrl}${AGAIN}`,
    record: record ? 'record-from-answer-dual' : null,
    recordingStatusCallback: record ? `${recordingUrl}${AGAIN}` : null,
  });
  const number = xmlAttributes({
    statusCallback: `${contactUrl}${AGAIN}`,
    statusCallbackEvent: 'initiated ringing answered completed',
  });
  return `<Dial${dial}><Number${number}>${xmlText(contact)}</Number></Dial>`;
}
