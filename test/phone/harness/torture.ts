/**
 * The messages of RFC 4475 that concern a user agent over UDP, written anew from its descriptions: the same traps, other
 * words. `outcome` is the status that the user agent answers with, `call` for an INVITE that is told, `drop`, or for a
 * response `understood`.
 */
export interface Torture {
  /** The RFC's own name. */
  readonly name: string;
  readonly text: string;
  readonly outcome: number | 'call' | 'drop' | 'understood';
}

const SDP = [
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

const lines = (...all: string[]): string => all.join('\r\n');

/** Head and body with the right length. */
function whole(head: readonly string[], body = ''): string {
  return lines(...head, `Content-Length: ${body.length}`, '', body);
}

const OPTIONS = [
  'OPTIONS sip:user@example.org SIP/2.0',
  'Via: SIP/2.0/UDP 192.0.2.10;branch=z9hG4bKtorture',
  'Max-Forwards: 70',
  'From: <sip:caller@example.net>;tag=1',
  'To: <sip:user@example.org>',
  'Call-ID: torture@192.0.2.10',
  'CSeq: 1 OPTIONS',
] as const;
const INVITE = [
  ...OPTIONS.map((line) => line.replace('OPTIONS', 'INVITE')),
  'Contact: <sip:caller@192.0.2.10>',
];
const RESPONSE = ['SIP/2.0 200 OK', ...OPTIONS.slice(1).filter((line) => !line.startsWith('Max'))];

/** A message with some lines in the place of others. */
function but(head: readonly string[], change: Record<string, string | null>): string[] {
  const own = head.flatMap((line, index) => {
    const name = index === 0 ? 'start' : (line.split(':')[0] ?? '');
    const other = change[name];
    return other === undefined ? [line] : other === null ? [] : [other];
  });
  return own;
}

export const TORTURE: readonly Torture[] = [
  {
    name: 'wsinv: white space, folded lines, short names, unknown headers',
    outcome: 'call',
    text: lines(
      'INVITE sip:vivekg@chair-dnrc.example.com;unknownparam SIP/2.0',
      'TO :',
      ' sip:vivekg@chair-dnrc.example.com ',
      'from   : "J Rosenberg \\\\\\""       <sip:jdrosen@example.com>',
      '  ;',
      '  tag = 98asjd8',
      'MaX-fOrWaRdS: 0068',
      'Call-ID: wsinv.ndaksdj@192.0.2.1',
      `Content-Length   : ${SDP.length}`,
      'cseq: 0009',
      '  INVITE',
      'Via  : SIP  /   2.0',
      ' /UDP',
      '    192.0.2.2;branch=390skdjuw',
      's :',
      'NewFangledHeader:   newfangled value',
      ' continued newfangled value',
      'UnknownHeaderWithUnusualValue: ;;,,;;,;',
      'Content-Type: application/sdp',
      'Route:',
      ' <sip:services.example.com;lr;unknownwith=value;unknown-no-value>',
      'v:  SIP  / 2.0  / TCP     spindle.example.com   ;',
      '  branch  =   z9hG4bK9ikj8  ,',
      ' SIP  /    2.0   / UDP  192.168.255.111   ; branch=',
      ' z9hG4bK30239',
      'm:"Quoted string \\"\\"" <sip:jdrosen@example.com> ; newparam =',
      '      newvalue ;',
      '  secondparam ; q = 0.33',
      '',
      SDP,
    ),
  },
  {
    name: 'intmeth: every character that a token may have',
    outcome: 405,
    text: whole([
      "!interesting-Method0123456789_*+`.%indeed'~ sip:1_unusual.URI~(to-be!sure)&isn't+it$/crazy?,/;;*:&it+has=1,weird!*pas$wo~d_too.(doesn't-it)@example.com SIP/2.0",
      "Via: SIP/2.0/UDP host1.example.com;branch=z9hG4bK-.!%66*_+`'~",
      'To: "BEL:\\\u0007 NUL:\\\u0000 DEL:\\\u007f" <sip:1_unusual.URI~@example.com>',
      "From: token1~` token2'+_ token3*%!.- <sip:mundane@example.com>;fromParam''~+*_!.-%=\"very strange\";tag=_token~1'+`*%!-.",
      'Call-ID: intmeth.word%ZK-!.*_+\'@word`~)(><:\\/"][?}{',
      "CSeq: 139122385 !interesting-Method0123456789_*+`.%indeed'~",
      'Max-Forwards: 255',
      "extensionHeader-!.%*+_`'~:\u00ef\u00bb\u00bf\u00e5\u00a4\u00a7",
    ]),
  },
  {
    name: 'esc01: escapes in the user part',
    outcome: 'call',
    text: whole(
      but(INVITE, {
        start: 'INVITE sip:sips%3Auser%40example.com@example.net SIP/2.0',
        To: 'To: sip:%75se%72@example.com',
      }),
    ),
  },
  {
    name: 'escnull: an escaped null in the user part',
    outcome: 405,
    text: whole(
      but(OPTIONS, {
        start: 'REGISTER sip:example.com SIP/2.0',
        To: 'To: sip:null-%00-null@example.com',
        From: 'From: sip:null-%00-null@example.com;tag=839923423',
        CSeq: 'CSeq: 14398234 REGISTER',
      }),
    ),
  },
  {
    name: 'esc02: percent signs that are no escapes',
    outcome: 405,
    text: whole([
      'RE%47IST%45R sip:registrar.example.com SIP/2.0',
      'To: "%Z%45" <sip:resource@example.com>',
      'From: "%Z%45" <sip:resource@example.com>;tag=f232jadfj23',
      'Call-ID: esc02.asdfnqwo34rq23i34jrjasdcnl23nrlknsdf',
      'Via: SIP/2.0/TCP host.example.com;branch=z9hG4bK209%fzsnel234',
      'CSeq: 29344 RE%47IST%45R',
      'Max-Forwards: 70',
      'Contact: <sip:alias1@host1.example.com>',
    ]),
  },
  {
    name: 'lwsdisp: no space before the angle bracket',
    outcome: 200,
    text: whole(but(OPTIONS, { From: 'From: caller<sip:caller@example.com>;tag=323' })),
  },
  {
    name: 'longreq: long values, many Vias',
    outcome: 'call',
    text: whole([
      ...but(INVITE, {
        To: `To: "I have a user name of ${'extreme'.repeat(12)} proportion"<sip:user@example.com:6000;unknownparam1=very${'long'.repeat(20)}value>`,
        From: `From: sip:${'amazinglylongcallername'.repeat(5)}@example.net;tag=12${'982'.repeat(50)}424;unknownheaderparamname${'long'.repeat(20)}=unknowheaderparam`,
      }),
      `Unknown-${'Long'.repeat(20)}-Name: unknown-${'long'.repeat(20)}-value`,
      ...Array.from(
        { length: 34 },
        (_, index) => `Via: SIP/2.0/TCP sip${index}.example.com;branch=z9hG4bK${index}`,
      ),
    ]),
  },
  {
    name: 'dblreq: octets after the body',
    outcome: 200,
    text: whole(OPTIONS) + whole(INVITE),
  },
  {
    name: 'semiuri: a semicolon in the user part',
    outcome: 200,
    text: whole(but(OPTIONS, { start: 'OPTIONS sip:user;par=u%40example.net@example.com SIP/2.0' })),
  },
  {
    name: 'transports: Vias of all kinds',
    outcome: 200,
    text: whole([
      ...OPTIONS,
      'Via: SIP/2.0/SCTP t2.example.com;branch=z9hG4bKkl2',
      'Via: SIP/2.0/TLS t3.example.com;branch=z9hG4bKkl3',
      'Via: SIP/2.0/UNKNOWN t4.example.com;branch=z9hG4bKkl4',
    ]),
  },
  {
    name: 'mpart01: a body of several parts',
    outcome: 'call',
    text: whole(
      [...INVITE, 'Content-Type: multipart/mixed;boundary="boundary1"'],
      lines(
        '--boundary1',
        'Content-Type: application/octet-stream',
        '',
        '\u0000\u0001\u00ff',
        '--boundary1',
        'Content-Type: application/sdp',
        '',
        SDP,
        '--boundary1--',
      ),
    ),
  },
  {
    name: 'unreason: a reason in UTF-8',
    outcome: 'understood',
    text: whole(but(RESPONSE, { start: 'SIP/2.0 200 = 2**3 * 5**2 \u00d0\u00bd\u00d0\u00be' })),
  },
  {
    name: 'noreason: no reason',
    outcome: 'understood',
    text: whole(but(RESPONSE, { start: 'SIP/2.0 200 ' })),
  },
  {
    name: 'badinv01: separators without values',
    outcome: 400,
    text: whole(
      but(INVITE, {
        Via: 'Via: SIP/2.0/UDP 192.0.2.15;;,;,,',
        Contact: 'Contact: "Joe" <sip:joe@example.org>;;;;',
      }),
    ),
  },
  {
    name: 'clerr: a length beyond the datagram',
    outcome: 400,
    text: lines(...INVITE, 'Content-Length: 9999', '', 'v=0'),
  },
  { name: 'ncl: a negative length', outcome: 400, text: lines(...INVITE, 'Content-Length: -999', '', '') },
  {
    name: 'scalar02: numbers beyond their range',
    outcome: 400,
    text: whole(but(OPTIONS, { CSeq: 'CSeq: 36893488147419103232 OPTIONS' })),
  },
  {
    name: 'scalar02: Max-Forwards of 300',
    outcome: 400,
    text: whole(but(OPTIONS, { 'Max-Forwards': 'Max-Forwards: 300' })),
  },
  {
    name: 'scalarlg: the same in a response',
    outcome: 'drop',
    text: whole(but(RESPONSE, { CSeq: 'CSeq: 9292394834772304023312 OPTIONS' })),
  },
  {
    name: 'quotbal: a quote that never ends',
    outcome: 400,
    text: whole(but(INVITE, { To: 'To: "Mr. J. User <sip:j.user@example.com>' })),
  },
  {
    name: 'ltgtruri: angle brackets around the Request-URI',
    outcome: 400,
    text: whole(but(INVITE, { start: 'INVITE <sip:user@example.com> SIP/2.0' })),
  },
  {
    name: 'lwsruri: white space in the Request-URI',
    outcome: 400,
    text: whole(but(INVITE, { start: 'INVITE sip:user@example.com; lr SIP/2.0' })),
  },
  {
    name: 'lwsstart: more than one space in the request line',
    outcome: 400,
    text: whole(but(INVITE, { start: 'INVITE  sip:user@example.com  SIP/2.0' })),
  },
  {
    name: 'trws: white space at the end of the request line',
    outcome: 400,
    text: whole(but(OPTIONS, { start: 'OPTIONS sip:remote-target@example.com SIP/2.0  ' })),
  },
  {
    name: 'escruri: headers in the Request-URI',
    outcome: 400,
    text: whole(but(INVITE, { start: 'INVITE sip:user@example.com?Route=%3Csip:example.com%3E SIP/2.0' })),
  },
  {
    name: 'regbadct: a question mark outside of angle brackets',
    outcome: 400,
    text: whole(but(OPTIONS, { To: 'To: sip:user@example.com?Route=%3Csip:sip.example.com%3E' })),
  },
  {
    name: 'badaspec: white space in an address',
    outcome: 400,
    text: whole(but(OPTIONS, { To: 'To: "Watson, Thomas" < sip:t.watson@example.org >' })),
  },
  {
    name: 'baddn: a display name that needs quotes',
    outcome: 400,
    text: whole(but(OPTIONS, { From: 'From: Bell, Alexander <sip:a.g.bell@example.com>;tag=43' })),
  },
  {
    name: 'badvers: another version',
    outcome: 505,
    text: whole(but(OPTIONS, { start: 'OPTIONS sip:t.watson@example.org SIP/7.0' })),
  },
  {
    name: 'mismatch01: CSeq names another method',
    outcome: 400,
    text: whole(but(OPTIONS, { CSeq: 'CSeq: 8 INVITE' })),
  },
  {
    name: 'mismatch02: the same with a method nobody knows',
    outcome: 400,
    text: whole(but(OPTIONS, { start: 'NEWMETHOD sip:user@example.com SIP/2.0', CSeq: 'CSeq: 8 INVITE' })),
  },
  {
    name: 'bigcode: a status beyond all',
    outcome: 'drop',
    text: whole(but(RESPONSE, { start: 'SIP/2.0 4294967301 better not break the receiver' })),
  },
  {
    name: 'badbranch: a branch with nothing behind the cookie',
    outcome: 200,
    text: whole(but(OPTIONS, { Via: 'Via: SIP/2.0/UDP 192.0.2.1;branch=z9hG4bK' })),
  },
  {
    name: 'insuf: From, To and Call-ID are missing',
    outcome: 400,
    text: whole(but(INVITE, { From: null, To: null, 'Call-ID': null })),
  },
  {
    name: 'unkscm: a scheme that we lack',
    outcome: 416,
    text: whole(but(OPTIONS, { start: 'OPTIONS nobodyKnowsThisScheme:totallyopaquecontent SIP/2.0' })),
  },
  {
    name: 'novelsc: a known scheme of others',
    outcome: 416,
    text: whole(but(OPTIONS, { start: 'OPTIONS soap.beep://192.0.2.103:3002 SIP/2.0' })),
  },
  {
    name: 'unksm2: unknown schemes in From and To',
    outcome: 200,
    text: whole(but(OPTIONS, { From: 'From: <http://example.com>;tag=3234233', To: 'To: isbn:2983792873' })),
  },
  {
    name: 'bext01: extensions that we lack',
    outcome: 420,
    text: whole([...OPTIONS, 'Require: nothingSupportsThis, nothingSupportsThisEither']),
  },
  {
    name: 'invut: a body that we lack',
    outcome: 415,
    text: whole([...INVITE, 'Content-Type: application/unknownformat'], '<audio>'),
  },
  {
    name: 'regaut01: a scheme of authorization nobody knows',
    outcome: 200,
    text: whole([...OPTIONS, 'Authorization: NoOneKnowsThisScheme opaque-data=here']),
  },
  {
    name: 'multi01: single headers twice',
    outcome: 400,
    text: whole([
      ...INVITE,
      'CSeq: 5 INVITE',
      'Call-ID: other',
      'Max-Forwards: 5',
      'From: sip:other@example.net;tag=1',
    ]),
  },
  {
    name: 'mcl01: two lengths',
    outcome: 400,
    text: lines(...OPTIONS, 'Content-Length: 13', 'Content-Length: 5', '', "There's no way to know how many"),
  },
  {
    name: 'bcast: a response that went through others',
    outcome: 'drop',
    text: whole([...RESPONSE, 'Via: SIP/2.0/UDP 255.255.255.255;branch=z9hG4bK1saber23']),
  },
  {
    name: 'zeromf: no hops left',
    outcome: 200,
    text: whole(but(OPTIONS, { 'Max-Forwards': 'Max-Forwards: 0' })),
  },
  {
    name: 'cparam01: a parameter of the Contact',
    outcome: 'call',
    text: whole(but(INVITE, { Contact: 'Contact: sip:+19725552222@gw1.example.net;unknownparam' })),
  },
  {
    name: 'sdp01: an Accept without what we speak',
    outcome: 'call',
    text: whole([...INVITE, 'Accept: text/nobodyKnowsThis', 'Content-Type: application/sdp'], SDP),
  },
  {
    name: 'inv2543: a peer of RFC 2543',
    outcome: 'call',
    text: lines(
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
  },
];
