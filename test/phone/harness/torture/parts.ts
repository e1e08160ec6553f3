/** A description with audio and video. */
export const SDP = [
  'v=0',
  'o=mhandley 29739 7272939 IN IP4 192.0.2.3',
  's=-',
  'c=IN IP4 192.0.2.4',
  't=0 0',
  'm=audio 49218 RTP/AVP 0 12',
  'm=video 3227 RTP/AVP 31',
  'a=rtpmap:31 LPC',
  '',
].join('\r\n');

/** Lines as SIP ends them; the last one stays open. */
export const lines = (...all: string[]): string => all.join('\r\n');

/** Head and body with the right length. */
export function whole(head: readonly string[], body = ''): string {
  return lines(...head, `Content-Length: ${body.length}`, '', body);
}

export const OPTIONS = [
  'OPTIONS sip:user@example.org SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.10;branch=z9hG4bKtorture',
  'Max-Forwards: 70',
  'From: <sip:caller@example.net>;tag=1',
  'To: <sip:user@example.org>',
  'Call-ID: torture@192.0.2.10',
  'CSeq: 1 OPTIONS',
] as const;
export const INVITE = [
  ...OPTIONS.map((line) => line.replace('OPTIONS', 'INVITE')),
  'Contact: <sip:caller@192.0.2.10>',
];
export const REGISTER = OPTIONS.map((line) =>
  line.replace(/^OPTIONS .*? /, 'REGISTER sip:example.com ').replace('OPTIONS', 'REGISTER'),
);
export const RESPONSE = ['SIP/2.0 200 OK', ...OPTIONS.slice(1).filter((line) => !line.startsWith('Max'))];

/** The head of a message with other lines in place of some; null leaves a line out. */
export function but(head: readonly string[], change: Record<string, string | null>): string[] {
  return head.flatMap((line, index) => {
    const name = index === 0 ? 'start' : (line.split(':')[0] ?? '');
    const other = change[name];
    return other === undefined ? [line] : other === null ? [] : [other];
  });
}
