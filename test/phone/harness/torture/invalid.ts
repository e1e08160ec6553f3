import { but, INVITE, lines, OPTIONS, RESPONSE, whole, torture, type Torture } from './parts';

/** RFC 4475, 3.1.2: messages that break the grammar. */
export const INVALID: readonly Torture[] = [
  torture(
    'badinv01: separators without values',
    400,
    whole(
      but(INVITE, {
        Via: 'Via: SIP/2.0/UDP 192.0.2.15;;,;,,',
        Contact: 'Contact: "Joe" <sip:joe@example.org>;;;;',
      }),
    ),
  ),
  torture('clerr: a length beyond the datagram', 400, lines(...INVITE, 'Content-Length: 9999', '', 'v=0')),
  torture('ncl: a negative length', 400, lines(...INVITE, 'Content-Length: -999', '', '')),
  torture(
    'scalar02: numbers beyond their range',
    400,
    whole(but(OPTIONS, { CSeq: 'CSeq: 36893488147419103232 OPTIONS' })),
  ),
  torture('scalar02: Max-Forwards of 300', 400, whole(but(OPTIONS, { 'Max-Forwards': 'Max-Forwards: 300' }))),
  torture(
    'scalarlg: the same in a response',
    'drop',
    whole(but(RESPONSE, { CSeq: 'CSeq: 9292394834772304023312 OPTIONS' })),
  ),
  torture(
    'quotbal: a quote that never ends',
    400,
    whole(but(INVITE, { To: 'To: "Mr. J. User <sip:j.user@example.com>' })),
  ),
  torture(
    'ltgtruri: angle brackets around the Request-URI',
    400,
    whole(but(INVITE, { start: 'INVITE <sip:user@example.com> SIP/2.0' })),
  ),
  torture(
    'lwsruri: white space in the Request-URI',
    400,
    whole(but(INVITE, { start: 'INVITE sip:user@example.com; lr SIP/2.0' })),
  ),
  torture(
    'lwsstart: more than one space in the request line',
    400,
    whole(but(INVITE, { start: 'INVITE  sip:user@example.com  SIP/2.0' })),
  ),
  torture(
    'trws: white space at the end of the request line',
    400,
    whole(but(OPTIONS, { start: 'OPTIONS sip:remote-target@example.com SIP/2.0  ' })),
  ),
  torture(
    'escruri: headers in the Request-URI',
    400,
    whole(but(INVITE, { start: 'INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0' })),
  ),
  torture(
    'regbadct: a question mark outside of angle brackets',
    400,
    whole(but(OPTIONS, { To: 'To: sip:user@example.com?Route=%3Csip:sip.example.com%3E' })),
  ),
  torture(
    'badaspec: white space in an address',
    400,
    whole(but(OPTIONS, { To: 'To: "Watson, Thomas" < sip:t.watson@example.org >' })),
  ),
  torture(
    'baddn: a display name that needs quotes',
    400,
    whole(but(OPTIONS, { From: 'From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43' })),
  ),
  torture(
    'badvers: another version',
    505,
    whole(but(OPTIONS, { start: 'OPTIONS sip:t.watson@example.org SIP/7.0' })),
  ),
  torture('mismatch01: CSeq names another method', 400, whole(but(OPTIONS, { CSeq: 'CSeq: 8 INVITE' }))),
  torture(
    'mismatch02: the same with a method nobody knows',
    400,
    whole(but(OPTIONS, { start: 'NEWMETHOD sip:user@example.com SIP/2.0', CSeq: 'CSeq: 8 INVITE' })),
  ),
  torture(
    'bigcode: a status beyond all',
    'drop',
    whole(but(RESPONSE, { start: 'SIP/2.0 4294967301 better not break the receiver' })),
  ),
];
