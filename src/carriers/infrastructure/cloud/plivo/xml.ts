import type { DialTarget } from '../adapter';
import { xmlAttributes } from '../xml';

/**
 * Retries a callback that failed: by default Plivo retries only without a connection or after 40 s.
 * https://www.plivo.com/docs/voice/concepts/callback-configurations
 */
export const AGAIN = '#rc=5&rp=5xx,ct,rt&rt=10000';

/** Plivo's numbers have no plus. */
export function plain(number: string): string {
  return number.slice(1);
}

/**
 * Connects the audio of a call to us. Without keepCallAlive Plivo continues with the next element, or hangs up. Our
 * addresses need no XML escapes. https://www.plivo.com/docs/voice/xml/audio-streaming
 */
export function streamElement(mediaUrl: string): string {
  return `<Stream bidirectional="true" keepCallAlive="true" contentType="audio/x-mulaw;rate=8000">${mediaUrl}</Stream>`;
}

/**
 * Bridges a second phone. The recording begins with its answer, a channel for each phone.
 * https://www.plivo.com/docs/voice/xml/record, https://www.plivo.com/docs/voice/xml/dial
 */
export function dialElements(phone: DialTarget): string {
  const { to, from, ringSeconds, maxTalkSeconds, record, statusUrl, nextUrl, recordingUrl } = phone;
  const recording = xmlAttributes({
    recordSession: true,
    startOnDialAnswer: true,
    recordChannelType: 'stereo',
    redirect: false,
    // Plivo's default is a recording of one minute, as MP3.
    maxLength: MAX_RECORDING_SECONDS,
    fileFormat: 'wav',
    callbackUrl: `${recordingUrl}${AGAIN}`,
    callbackMethod: 'POST',
  });
  const dial = xmlAttributes({
    callerId: plain(from),
    timeout: ringSeconds,
    timeLimit: maxTalkSeconds > 0 ? maxTalkSeconds : null,
    action: `${nextUrl ?? statusUrl}${AGAIN}`,
    method: 'POST',
    redirect: nextUrl !== null,
    callbackUrl: `${statusUrl}${AGAIN}`,
    callbackMethod: 'POST',
  });
  return `${record ? `<Record${recording}/>` : ''}<Dial${dial}><Number>${plain(to)}</Number></Dial>`;
}

const MAX_RECORDING_SECONDS = 86_400;
