import {
  type LocalAudio,
  acceptAudio,
  answerAudio,
  answerProblem,
  hasUsableAudio,
  offerAudio,
} from './audio';
import { AudioSession } from './audio-session';
import { parseSdp } from './sdp';

const OURS = 'A'.repeat(40);
const THEIRS = 'B'.repeat(40);
const LONG = 'AES_CM_128_HMAC_SHA1_80';
const SHORT = 'AES_CM_128_HMAC_SHA1_32';
const PLAIN: LocalAudio = {
  address: '192.0.2.1',
  port: 20_000,
  codecs: ['pcma'],
  telephoneEvent: false,
  direction: 'sendrecv',
};
const ENCRYPTED: LocalAudio = { ...PLAIN, srtpKey: OURS };
const VERSION = { id: 1, version: 1 };
const sdp = (...lines: string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', 'c=IN IP4 192.0.2.9', 't=0 0', ...lines, ''].join('\r\n');
const savp = (...crypto: string[]) =>
  sdp('m=audio 4000 RTP/SAVP 8', ...crypto.map((line) => `a=crypto:${line}`));
const avp = sdp('m=audio 4000 RTP/AVP 8', `a=crypto:1 ${LONG} inline:${THEIRS}`);
const linesOf = (text: string | undefined) =>
  (text ?? '').split('\r\n').filter((line) => /^(m|a=crypto)/.test(line));

test('offers SAVP and one line of crypto with encryption, and neither without', () => {
  expect(linesOf(offerAudio(ENCRYPTED, VERSION))).toEqual([
    'm=audio 20000 RTP/SAVP 8',
    `a=crypto:1 ${LONG} inline:${OURS}`,
  ]);
  expect(linesOf(offerAudio(PLAIN, VERSION))).toEqual(['m=audio 20000 RTP/AVP 8']);
});

describe('an answer to our offer', () => {
  test('has the keys of both directions with our tag and suite', () =>
    expect(acceptAudio(savp(`1 ${LONG} inline:${THEIRS}|2^31`), ENCRYPTED)?.srtp).toEqual({
      send: { suite: LONG, key: OURS },
      receive: { suite: LONG, key: THEIRS },
    }));

  test.each<[string, string, 'no_audio' | 'no_encryption']>([
    ['in plain', sdp('m=audio 4000 RTP/AVP 8'), 'no_encryption'],
    ['with crypto on AVP', avp, 'no_encryption'],
    ['with SAVP alone', savp(), 'no_encryption'],
    ['with another tag', savp(`2 ${LONG} inline:${THEIRS}`), 'no_encryption'],
    ['with a suite that was not offered', savp(`1 ${SHORT} inline:${THEIRS}`), 'no_encryption'],
    ['with an MKI', savp(`1 ${LONG} inline:${THEIRS}|1:4`), 'no_encryption'],
    ['without audio', sdp('m=audio 0 RTP/SAVP 8'), 'no_audio'],
    ['without a codec', sdp('m=audio 4000 RTP/SAVP 3', `a=crypto:1 ${LONG} inline:${THEIRS}`), 'no_audio'],
    ['that is none', '', 'no_audio'],
  ])('is rejected: %s', (_, answer, problem) => {
    expect(acceptAudio(answer, ENCRYPTED)).toBeNull();
    expect(answerProblem(answer, ENCRYPTED)).toBe(problem);
  });

  test('is rejected with encryption that we did not offer', () => {
    const answer = savp(`1 ${LONG} inline:${THEIRS}`);
    expect([acceptAudio(answer, PLAIN), answerProblem(answer, PLAIN)]).toEqual([null, 'no_audio']);
  });
});

describe('an offer to us', () => {
  test.each<[string, string[], string]>([
    ['one line', [`1 ${LONG} inline:${THEIRS}`], `a=crypto:1 ${LONG} inline:${OURS}`],
    ['the short tag', [`4 ${SHORT} inline:${THEIRS}`], `a=crypto:4 ${SHORT} inline:${OURS}`],
    [
      'the first line that we can use',
      [
        `1 AES_256_CM_HMAC_SHA1_80 inline:${THEIRS}`,
        `2 ${SHORT} inline:${THEIRS}`,
        `3 ${LONG} inline:${THEIRS}`,
      ],
      `a=crypto:2 ${SHORT} inline:${OURS}`,
    ],
  ])('is answered with its tag and suite, and our key: %s', (_, lines, expected) => {
    const answered = answerAudio(savp(...lines), ENCRYPTED, VERSION);
    expect(linesOf(answered?.sdp)).toEqual(['m=audio 20000 RTP/SAVP 8', expected]);
    expect(answered?.audio.srtp).toMatchObject({ send: { key: OURS }, receive: { key: THEIRS } });
  });

  test('of both kinds is answered by what the trunk requires', () => {
    const both = sdp(
      'm=audio 4000 RTP/SAVP 8',
      `a=crypto:1 ${LONG} inline:${THEIRS}`,
      'm=audio 4002 RTP/AVP 8',
    );
    expect(linesOf(answerAudio(both, PLAIN, VERSION)?.sdp)).toEqual([
      'm=audio 0 RTP/SAVP 8',
      'm=audio 20000 RTP/AVP 8',
    ]);
    expect(answerAudio(both, PLAIN, VERSION)?.audio).not.toHaveProperty('srtp');
    expect(answerAudio(both, ENCRYPTED, VERSION)?.audio.port).toBe(4_000);
  });

  test.each<[string, string, LocalAudio]>([
    ['in plain, where encryption is required', avp, ENCRYPTED],
    ['with SAVP and no key, where it is required', savp(), ENCRYPTED],
    ['with SAVP alone, where it is off', savp(`1 ${LONG} inline:${THEIRS}`), PLAIN],
  ])('is rejected: %s', (_, offer, local) => {
    expect(answerAudio(offer, local, VERSION)).toBeNull();
    expect(hasUsableAudio(parseSdp(offer)!, local)).toBe(false);
  });
});

test('preserves our key and its index in the dialog, whichever side offers again', () => {
  const session = new AudioSession(ENCRYPTED, 1);
  const first = session.answer(savp(`5 ${SHORT} inline:${THEIRS}`));
  expect(linesOf(first ?? '')[1]).toBe(`a=crypto:5 ${SHORT} inline:${OURS}`);
  expect(linesOf(session.offer())[1]).toBe(`a=crypto:1 ${LONG} inline:${OURS}`);
  const changed = 'C'.repeat(40);
  expect(session.accept(savp(`1 ${LONG} inline:${changed}`))?.srtp?.receive.key).toBe(changed);
  expect(session.accept(sdp('m=audio 4000 RTP/AVP 8'))).toBeNull();
  expect(session.remote?.srtp?.receive.key).toBe(changed);
});
