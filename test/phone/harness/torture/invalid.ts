import { but, INVITE, lines, OPTIONS, REGISTER, RESPONSE, whole } from './parts';

/** RFC 4475, 3.1.2: messages that break the grammar. */
export const INVALID: Readonly<Record<string, string>> = {
  badinv01: whole(
    but(INVITE, {
      Via: 'Via: SIP/2.0/UDP 192.0.2.15;;,;,,',
      Contact: 'Contact: "Joe" <sip:joe@example.org>;;;;',
    }),
  ),
  clerr: lines(...INVITE, 'Content-Length: 9999', '', 'v=0'),
  ncl: lines(...INVITE, 'Content-Length: -999', '', ''),
  scalar02: whole([
    ...but(REGISTER, { CSeq: 'CSeq: 36893488147419103232 REGISTER', 'Max-Forwards': 'Max-Forwards: 300' }),
    `Expires: 1${'0'.repeat(109)}`,
    'Contact: <sip:user@host129.example.com>;expires=280297596632815',
  ]),
  scalarlg: whole(
    but(RESPONSE, { CSeq: 'CSeq: 9292394834772304023312 OPTIONS' }).concat(
      'Retry-After: 949302838503028349304023988',
      'Warning: 1812 overture "In Progress"',
    ),
  ),
  quotbal: whole(but(INVITE, { To: 'To: "Mr. J. User <sip:j.user@example.com>' })),
  ltgtruri: whole(but(INVITE, { start: 'INVITE <sip:user@example.com> SIP/2.0' })),
  lwsruri: whole(but(INVITE, { start: 'INVITE sip:user@example.com; lr SIP/2.0' })),
  lwsstart: whole(but(INVITE, { start: 'INVITE  sip:user@example.com  SIP/2.0' })),
  trws: whole(but(OPTIONS, { start: 'OPTIONS sip:remote-target@example.com SIP/2.0  ' })),
  escruri: whole(but(INVITE, { start: 'INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0' })),
  baddate: whole([...INVITE, 'Date: Fri, 01 Jan 2010 16:00:00 EST']),
  regbadct: whole([...REGISTER, 'Contact: sip:user@example.com?Route=%3Csip:sip.example.com%3E']),
  badaspec: whole(but(OPTIONS, { To: 'To: "Watson, Thomas" < sip:t.watson@example.org >' })),
  baddn: whole(but(OPTIONS, { From: 'From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43' })),
  badvers: whole(but(OPTIONS, { start: 'OPTIONS sip:t.watson@example.org SIP/7.0' })),
  mismatch01: whole(but(OPTIONS, { CSeq: 'CSeq: 8 INVITE' })),
  mismatch02: whole(
    but(OPTIONS, { start: 'NEWMETHOD sip:user@example.com SIP/2.0', CSeq: 'CSeq: 8 INVITE' }),
  ),
  bigcode: whole(but(RESPONSE, { start: 'SIP/2.0 4294967301 better not break the receiver' })),
};
