import { wholeNumber } from './scanner';

/** A key sent by SIP INFO: `application/dtmf-relay` or `application/dtmf`. */
export interface InfoDtmf {
  readonly key: string;
  readonly ms: number;
}

const KEY = /^[0-9*#A-D]$/;
const DEFAULT_DURATION_MS = 160;
const MAX_DURATION_MS = 5_000;

export function infoDtmf(key: string): string {
  return `Signal=${key}\r\nDuration=${DEFAULT_DURATION_MS}\r\n`;
}

/** Accept of a 415 to any other INFO. */
export const INFO_TYPES = 'application/dtmf-relay, application/dtmf';

export function parseInfoDtmf(contentType: string, body: string): InfoDtmf | null {
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (type === 'application/dtmf') return keyOf(body.trim(), DEFAULT_DURATION_MS);
  if (type !== 'application/dtmf-relay') return null;
  const values = new Map<string, string>();
  for (const line of body.slice(0, 1_024).split('\n')) {
    const equals = line.indexOf('=');
    if (equals > 0) values.set(line.slice(0, equals).trim().toLowerCase(), line.slice(equals + 1).trim());
  }
  return keyOf(
    values.get('signal') ?? '',
    wholeNumber(values.get('duration') ?? '', MAX_DURATION_MS) ?? DEFAULT_DURATION_MS,
  );
}

/** Some gateways write 10 and 11 for * and #. */
function keyOf(text: string, ms: number): InfoDtmf | null {
  const key = text === '10' ? '*' : text === '11' ? '#' : text.toUpperCase();
  return KEY.test(key) ? { key, ms } : null;
}
