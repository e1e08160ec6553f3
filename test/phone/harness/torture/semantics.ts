import { but, INVITE, lines, OPTIONS, RESPONSE, SDP, whole, torture, type Torture } from './parts';

/** RFC 4475, 3.2 to 3.4: well-formed messages whose meaning is wrong, unusual or old. */
export const SEMANTICS: readonly Torture[] = [
  torture(
    'badbranch: a branch with nothing behind the cookie',
    200,
    whole(but(OPTIONS, { Via: 'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' })),
  ),
  torture(
    'insuf: From, To and Call-ID are missing',
    400,
    whole(but(INVITE, { From: null, To: null, 'Call-ID': null })),
  ),
  torture(
    'unkscm: a scheme that we lack',
    416,
    whole(but(OPTIONS, { start: 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0' })),
  ),
  torture(
    'novelsc: a known scheme of others',
    416,
    whole(but(OPTIONS, { start: 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0' })),
  ),
  torture(
    'unksm2: unknown schemes in From and To',
    200,
    whole(but(OPTIONS, { From: 'From: <http://example.com>;tag=3234233', To: 'To: isbn:2983792873' })),
  ),
  torture(
    'bext01: extensions that we lack',
    420,
    whole([...OPTIONS, 'Require: nothingSupportsThis, nothingSupportsThisEither']),
  ),
  torture(
    'invut: a body that we lack',
    415,
    whole([...INVITE, 'Content-Type: application/unknownformat'], '<audio>'),
  ),
  torture(
    'regaut01: a scheme of authorization nobody knows',
    200,
    whole([...OPTIONS, 'Authorization: NoOneKnowsThisScheme opaque-data=here']),
  ),
  torture(
    'multi01: single headers twice',
    400,
    whole([
      ...INVITE,
      'CSeq: 5 INVITE',
      'Call-ID: other',
      'Max-Forwards: 5',
      'From: sip:other@example.net;tag=1',
    ]),
  ),
  torture(
    'mcl01: two lengths',
    400,
    lines(...OPTIONS, 'Content-Length: 13', 'Content-Length: 5', '', "There's no way to know how many"),
  ),
  torture(
    'bcast: a response that went through others',
    'drop',
    whole([...RESPONSE, 'Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23']),
  ),
  torture('zeromf: no hops left', 200, whole(but(OPTIONS, { 'Max-Forwards': 'Max-Forwards: 0' }))),
  torture(
    'cparam01: a parameter of the Contact',
    'call',
    whole(but(INVITE, { Contact: 'Contact: sip:+19725552222@gw1.example.net;unknownparam' })),
  ),
  torture(
    'sdp01: an Accept without what we speak',
    'call',
    whole([...INVITE, 'Accept: text/nobodyKnowsThis', 'Content-Type: application/sdp'], SDP),
  ),
  torture(
    'inv2543: a peer of RFC 2543, without the Contact that RFC 3261 asks for',
    400,
    lines(
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
  ),
];
