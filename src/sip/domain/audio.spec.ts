import { parse } from 'sdp-transform';
import fc from 'fast-check';
import { ANSWER_DIRECTION, type LocalAudio, acceptAudio, answerAudio, offerAudio } from './audio';
import { AudioSession } from './audio-session';
import { type Direction, parseSdp } from './sdp';

const LOCAL: LocalAudio = {
  address: '192.0.2.1',
  port: 20_000,
  codecs: ['pcma', 'pcmu'],
  telephoneEvent: true,
  direction: 'sendrecv',
};
const DIRECTIONS: Direction[] = ['sendrecv', 'sendonly', 'recvonly', 'inactive'];
const description = (...lines: string[]): string =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n');

const local = fc.record({
  address: fc.ipV4(),
  port: fc.integer({ min: 1, max: 32_767 }).map((half) => 2 * half),
  codecs: fc.constantFrom<LocalAudio['codecs'][]>(['pcma'], ['pcmu'], ['pcma', 'pcmu'], ['pcmu', 'pcma']),
  telephoneEvent: fc.boolean(),
  direction: fc.constantFrom(...DIRECTIONS),
});

test('writes what the oracle reads as we do', () =>
  fc.assert(
    fc.property(local, fc.integer({ min: 0, max: 2 ** 31 }), (own, id) => {
      const text = offerAudio(own, { id, version: 3 });
      const oracle = parse(text);
      expect(oracle.origin).toMatchObject({ sessionId: id, sessionVersion: 3, netType: 'IN', ipVer: 4 });
      const [audio] = oracle.media;
      expect(audio).toMatchObject({
        type: 'audio',
        port: own.port,
        protocol: 'RTP/AVP',
        direction: own.direction,
        ptime: 20,
      });
      const names = audio.rtp.map(({ codec }: { codec: string }) => codec.toLowerCase());
      expect(names).toEqual([...own.codecs, ...(own.telephoneEvent ? ['telephone-event'] : [])]);
      const read = parseSdp(text)?.media[0];
      expect(read).toMatchObject({
        port: audio.port,
        direction: audio.direction,
        ptimeMs: audio.ptime,
        address: own.address,
      });
      expect(read?.formats.join(' ')).toBe(String(audio.payloads));
      for (const { payload, codec, rate } of audio.rtp) {
        expect(read?.rtpmap.get(payload)).toEqual({ name: codec.toUpperCase(), rate, channels: 1 });
      }
    }),
  ));

test('agrees between two sides of ours on any offer and answer', () =>
  fc.assert(
    fc.property(local, local, (offering, answering) => {
      const offer = offerAudio(offering, { id: 1, version: 1 });
      const answered = answerAudio(offer, answering, { id: 2, version: 1 });
      const common = offering.codecs.some((codec) => answering.codecs.includes(codec));
      expect(answered !== null).toBe(common);
      if (answered === null) return;
      expect(parse(answered.sdp).media).toHaveLength(1);
      const accepted = acceptAudio(answered.sdp, offering);
      expect(accepted).toMatchObject({
        address: answering.address,
        port: answering.port,
        codec: answered.audio.codec,
      });
      expect(answered.audio).toMatchObject({ address: offering.address, port: offering.port });
      const mirrored = {
        sendrecv: 'sendrecv',
        sendonly: 'recvonly',
        recvonly: 'sendonly',
        inactive: 'inactive',
      } as const;
      if (answering.address !== '0.0.0.0' && offering.address !== '0.0.0.0') {
        expect(accepted?.direction).toBe(mirrored[answered.audio.direction]);
      }
    }),
  ));

/** Each pair: what is allowed is what both sides want (RFC 3264 section 6.1). */
test.each(DIRECTIONS.flatMap((offered) => DIRECTIONS.map((wish) => [offered, wish] as const)))(
  'answers an offer of %s with our %s',
  (offered, wish) => {
    const [theySend, theyTake] = [/send/.test(offered), /recv/.test(offered)];
    const [weSend, weTake] = [/send/.test(wish) && theyTake, /recv/.test(wish) && theySend];
    const expected = weSend && weTake ? 'sendrecv' : weSend ? 'sendonly' : weTake ? 'recvonly' : 'inactive';
    expect(ANSWER_DIRECTION[offered][wish]).toBe(expected);
  },
);

const audio = 'm=audio 30000 RTP/AVP';
/** What an offer means for us; null: 488. */
const OFFERS: [what: string, lines: string[], expected: object | null][] = [
  [
    'static payloads without rtpmap',
    [`${audio} 0 8`],
    { codec: 'pcmu', payloadType: 0, telephoneEvent: null },
  ],
  ['the order of the offer', [`${audio} 8 0`], { codec: 'pcma' }],
  ['a dynamic payload', [`${audio} 97`, 'a=rtpmap:97 PCMU/8000'], { codec: 'pcmu', payloadType: 97 }],
  ['a codec of another rate', [`${audio} 97`, 'a=rtpmap:97 PCMU/16000'], null],
  ['two channels', [`${audio} 97`, 'a=rtpmap:97 PCMA/8000/2'], null],
  ['a static number with another meaning', [`${audio} 8`, 'a=rtpmap:8 L16/8000'], null],
  [
    'telephone-event of its own number',
    [`${audio} 8 96`, 'a=rtpmap:96 telephone-event/8000'],
    { telephoneEvent: 96 },
  ],
  [
    'telephone-event of another clock',
    [`${audio} 8 96`, 'a=rtpmap:96 telephone-event/48000'],
    { telephoneEvent: null },
  ],
  ['telephone-event alone', [`${audio} 101`, 'a=rtpmap:101 telephone-event/8000'], null],
  ['an address of the media', [`${audio} 8`, 'c=IN IP4 192.0.2.50'], { address: '192.0.2.50' }],
  ['an IPv6 address of the media', [`${audio} 8`, 'c=IN IP6 2001:db8::1'], null],
  [
    'both addresses of the media',
    [`${audio} 8`, 'c=IN IP6 2001:db8::1', 'c=IN IP4 192.0.2.50'],
    { address: '192.0.2.50' },
  ],
  ['a direction of the session', ['a=sendonly', `${audio} 8`], { direction: 'recvonly', onHold: true }],
  [
    'a direction of the media',
    ['a=sendonly', `${audio} 8`, 'a=sendrecv'],
    { direction: 'sendrecv', onHold: false },
  ],
  ['the old hold', [`${audio} 8`, 'c=IN IP4 0.0.0.0'], { direction: 'recvonly', onHold: true }],
  ['ptime 40', [`${audio} 8`, 'a=ptime:40'], { ptimeMs: 40 }],
  ['ptime 25 to whole tens', [`${audio} 8`, 'a=ptime:25'], { ptimeMs: 20 }],
  ['ptime 5 is too short', [`${audio} 8`, 'a=ptime:5'], { ptimeMs: 10 }],
  ['ptime 200 is too long', [`${audio} 8`, 'a=ptime:200'], { ptimeMs: 60 }],
  ['maxptime', [`${audio} 8`, 'a=ptime:40', 'a=maxptime:30'], { ptimeMs: 30 }],
  ['maxptime that is nonsense', [`${audio} 8`, 'a=maxptime:0'], { ptimeMs: 20 }],
  ['port 0', ['m=audio 0 RTP/AVP 8'], null],
  ['a port beyond all', ['m=audio 70000 RTP/AVP 8'], null],
  ['SRTP', ['m=audio 30000 RTP/SAVP 8'], null],
  ['video first', ['m=video 40000 RTP/AVP 31', `${audio} 8`], { codec: 'pcma', port: 30_000 }],
  ['SRTP first, plain second', ['m=audio 30002 RTP/SAVP 8', `${audio} 8`], { port: 30_000 }],
  ['two audio streams', [`${audio} 8`, 'm=audio 30004 RTP/AVP 8'], { port: 30_000 }],
  ['no media', [], null],
];

test.each(OFFERS)('parses an offer with %s', (_what, lines, expected) => {
  const answered = answerAudio(description(...lines), LOCAL, { id: 1, version: 1 });
  if (expected === null) expect(answered).toBeNull();
  else {
    expect(answered?.audio).toMatchObject(expected);
    // As many streams as were offered, all but one refused.
    const media = parse(answered?.sdp ?? '').media as { port: number }[];
    const offered = lines.filter((line) => line.startsWith('m=')).length;
    expect(media).toHaveLength(offered);
    expect(media.filter(({ port }) => port > 0)).toHaveLength(1);
  }
});

test('accepts IPv6 for the session, and nothing for the media', () => {
  const text = description(`${audio} 8`).replace('c=IN IP4 192.0.2.9', 'c=IN IP6 2001:db8::1');
  expect(answerAudio(text, LOCAL, { id: 1, version: 1 })).toBeNull();
});

test('accepts line ends of one character, white space at the end, and unknown lines', () => {
  const text = description('b=AS:64', `${audio} 8 `, 'a=unknown:x', 'k=clear:x').replaceAll('\r\n', '\n');
  expect(answerAudio(text, LOCAL, { id: 1, version: 1 })?.audio).toMatchObject({ codec: 'pcma' });
});

test('increases the version with each description that differs, and only then', () => {
  const session = new AudioSession(LOCAL, 7);
  const version = (text: string | null): string => /^o=- 7 (\d+)/m.exec(text ?? '')?.[1] ?? '';
  expect(version(session.offer())).toBe('1');
  expect(version(session.offer())).toBe('1');
  session.wish('sendonly');
  expect(version(session.offer())).toBe('2');
  expect(version(session.answer(description(`${audio} 8`)))).toBe('3');
  expect(version(session.answer(description(`${audio} 8`)))).toBe('3');
  expect(session.answer(description(`${audio} 18`))).toBeNull();
  expect(session.remote).toMatchObject({ codec: 'pcma' });
});

test('preserves the streams of the call in a new offer, whose answer counts', () => {
  const session = new AudioSession(LOCAL, 7);
  session.answer(description('m=video 40000 RTP/AVP 31', `${audio} 8`, 'm=text 40002 RTP/AVP 98'));
  const streams = (text: string) => text.match(/^m=\w+ \d+/gm);
  const offer = session.offer();
  expect(streams(offer)).toEqual(['m=video 0', 'm=audio 20000', 'm=text 0']);
  expect(session.offer()).toBe(offer);
  const answer = description('m=video 0 RTP/AVP 31', 'm=audio 30006 RTP/AVP 8', 'm=text 0 RTP/AVP 98');
  expect(session.accept(answer)).toMatchObject({ port: 30_006 });
});

test('repeats the protocol of a refused stream unchanged', () => {
  const offered = description('m=image 40000 udptl t38', 'm=audio 30000 rtp/avp 8');
  const answered = answerAudio(offered, LOCAL, { id: 1, version: 1 });
  expect(answered?.sdp.match(/^m=.*(?=\r)/gm)).toEqual(['m=image 0 udptl t38', 'm=audio 20000 RTP/AVP 8']);
});
