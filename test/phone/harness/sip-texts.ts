import type { SipMessage, SipRequest } from '../../../src/sip/domain/message';
import type { Flow, Target } from '../../../src/sip/domain/ports';

export const PEER: Target = { transport: 'udp', address: '192.0.2.10', port: 5060 };
export const LOCAL = '192.0.2.1';
export const AUDIO = {
  port: 40_000,
  codecs: ['pcma', 'pcmu'],
  telephoneEvent: true,
  direction: 'sendrecv',
} as const;

/** The far side's usual description. */
export const SDP = sdp('192.0.2.10', 30_000);

export function sdp(address: string, port: number, attributes = 'a=sendrecv', formats = '8 0 101'): string {
  return [
    'v=0',
    `o=- 1 1 IN IP4 ${address}`,
    's=-',
    `c=IN IP4 ${address}`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${formats}`,
    'a=rtpmap:101 telephone-event/8000',
    attributes,
    '',
  ].join('\r\n');
}

export interface AnswerParts {
  readonly tag?: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly contact?: string;
  readonly flow?: Flow;
}

/** `INVITE` for a request, `200 INVITE` for a response. */
export function nameOf(message: SipMessage): string {
  if (message.kind === 'request') return message.method;
  return `${message.status} ${message.headers.get('cseq')?.split(' ')[1] ?? ''}`;
}

/** A response of the far side. */
export function responseText(
  request: SipRequest,
  status: number,
  { tag = 'far', headers = [], body = '', contact = '<sip:far@192.0.2.10>' }: AnswerParts = {},
): string {
  const own = request.headers;
  const to = own.get('to') ?? '';
  return [
    `SIP/2.0 ${status} Reason ${status}`,
    ...own.lines('via').map((via) => `Via: ${via}`),
    `From: ${own.get('from') ?? ''}`,
    `To: ${to}${status > 100 && tag !== '' && !to.includes('tag=') ? `;tag=${tag}` : ''}`,
    `Call-ID: ${own.get('call-id') ?? ''}`,
    `CSeq: ${own.get('cseq') ?? ''}`,
    ...(status > 100 && status < 300 ? [`Contact: ${contact}`] : []),
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

export interface RequestParts {
  readonly uri?: string;
  readonly branch?: string;
  readonly callId?: string;
  readonly fromTag?: string;
  readonly toTag?: string;
  readonly cseq?: number;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly transport?: string;
  readonly contact?: string;
}

/** A request of the far side. */
export function requestText(method: string, parts: RequestParts = {}): string {
  const { uri = 'sip:us@192.0.2.1', branch = `z9hG4bK-${method}-1`, callId = 'call-1@192.0.2.10' } = parts;
  const { fromTag = 'caller', toTag, cseq = 1, headers = [], body = '', transport = 'UDP' } = parts;
  const { contact = '<sip:caller@192.0.2.10>' } = parts;
  return [
    `${method} ${uri} SIP/2.0`,
    `Via: SIP/2.0/${transport} 192.0.2.10:5060;branch=${branch};rport`,
    ...(headers.some((line) => /^max-forwards/i.test(line)) ? [] : ['Max-Forwards: 70']),
    `From: <sip:+913@192.0.2.10>;tag=${fromTag}`,
    `To: <sip:us@192.0.2.1>${toTag === undefined ? '' : `;tag=${toTag}`}`,
    `Call-ID: ${callId}`,
    `CSeq: ${cseq} ${method}`,
    ...(contact === '' ? [] : [`Contact: ${contact}`]),
    ...headers,
    ...(body === '' ? [] : ['Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
