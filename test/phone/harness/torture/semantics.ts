import { but, INVITE, lines, OPTIONS, REGISTER, RESPONSE, SDP, whole } from './parts';

/** RFC 4475, 3.2 to 3.4: well-formed messages whose meaning is wrong, unusual or old. */
export const SEMANTICS: Readonly<Record<string, string>> = {
  badbranch: whole(but(OPTIONS, { Via: 'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' })),
  insuf: whole(but(INVITE, { From: null, To: null, 'Call-ID': null })),
  unkscm: whole(but(OPTIONS, { start: 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0' })),
  novelsc: whole(but(OPTIONS, { start: 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0' })),
  unksm2: whole([
    ...but(REGISTER, { From: 'From: <http://www.example.com>;tag=3234233', To: 'To: isbn:2983792873' }),
    'Contact: <name:John_Smith>',
  ]),
  bext01: whole([...OPTIONS, 'Require: nothingSupportsThis, nothingSupportsThisEither']),
  invut: whole([...INVITE, 'Content-Type: application/unknownformat'], '<audio>'),
  regaut01: whole([...REGISTER, 'Authorization: NoOneKnowsThisScheme opaque-data=here']),
  multi01: whole([
    ...INVITE,
    'CSeq: 5 INVITE',
    'Call-ID: other',
    'Max-Forwards: 5',
    'From: sip:other@example.net;tag=1',
  ]),
  mcl01: lines(...OPTIONS, 'Content-Length: 13', 'Content-Length: 5', '', "There's no way to know how many"),
  bcast: whole([...RESPONSE, 'Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23']),
  zeromf: whole(but(OPTIONS, { 'Max-Forwards': 'Max-Forwards: 0' })),
  cparam01: whole([...REGISTER, 'Contact: sip:+19725552222@gw1.example.net;unknownparam']),
  cparam02: whole([...REGISTER, 'Contact: <sip:+19725552222@gw1.example.net;unknownparam>']),
  regescrt: whole([...REGISTER, 'M: <sip:user@example.com?Route=%3Csip:sip.example.com%3E>']),
  sdp01: whole([...INVITE, 'Accept: text/nobodyKnowsThis', 'Content-Type: application/sdp'], SDP),
  inv2543: lines(
    'INVITE sip:UserB@example.com SIP/2.0',
    'Via: SIP/2.0/UDP iftgw.example.com',
    'From: <sip:+13035551111@ift.client.example.net;user=phone>',
    'Record-Route: <sip:UserB@example.com;maddr=ss1.example.com>',
    'To: sip:+16505552222@ss1.example.net;user=phone',
    'Call-ID: inv2543.1717@ift.client.example.com',
    'CSeq: 56 INVITE',
    'Content-Type: application/sdp',
    '',
    SDP,
  ),
};
