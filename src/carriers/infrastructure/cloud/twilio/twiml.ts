import type { DialTarget } from '../adapter';
import { xmlAttributes, xmlText } from '../xml';

/**
 * Retries a callback that failed; by default Twilio does not.
 * https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const AGAIN = '#rc=5&rp=5xx,ct,rt';

/** Connects the audio of a call to us. Our addresses need no XML escapes. */
export function connectVerb(mediaUrl: string): string {
  return `<Connect><Stream url="${mediaUrl}"/></Connect>`;
}

/** Bridges a second phone. https://www.twilio.com/docs/voice/twiml/dial */
export function dialVerb(phone: DialTarget): string {
  const { to, from, ringSeconds, maxTalkSeconds, record, statusUrl, nextUrl, recordingUrl } = phone;
  const dial = xmlAttributes({
    // This has no effect for a contact who answered before.
    answerOnBridge: nextUrl === null ? true : null,
    callerId: from,
    timeout: ringSeconds,
    timeLimit: maxTalkSeconds > 0 ? maxTalkSeconds : null,
    // Reports the second phone while the first one is still connected.
    action: `${nextUrl ?? statusUrl}${AGAIN}`,
    record: record ? 'record-from-answer-dual' : null,
    recordingStatusCallback: record ? `${recordingUrl}${AGAIN}` : null,
  });
  const number = xmlAttributes({
    statusCallback: `${statusUrl}${AGAIN}`,
    statusCallbackEvent: 'initiated ringing answered completed',
  });
  return `<Dial${dial}><Number${number}>${xmlText(to)}</Number></Dial>`;
}
