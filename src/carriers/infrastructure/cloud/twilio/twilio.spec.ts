import { getExpectedTwilioSignature } from 'twilio/lib/webhooks/webhooks';
import type { CloudSettings } from '../adapter';
import type { CloudHttpClient } from '../cloud-http-client';
import { twilioEvent } from './rest';
import { TWILIO } from './twilio';

const SID = `CA${'a1'.repeat(16)}`;
const TOKEN = '12345';
const SETTINGS: CloudSettings = {
  baseUrl: 'https://api.twilio.com',
  options: new Map([
    ['account_sid', 'AC1'],
    ['auth_token', TOKEN],
  ]),
  allow: null,
};
const URL_HERE = 'https://voice.example/telephony/twilio/t/status';

describe('a signature, against Twilio’s own library', () => {
  const authentic = (url: string, signature: string | null, form: [string, string][]) =>
    TWILIO.isAuthentic(
      {
        kind: 'status',
        url,
        headers: new Map(signature === null ? [] : [['x-twilio-signature', signature]]),
        form,
      },
      SETTINGS,
    );

  test.each<[string, string, Record<string, string | string[]>]>([
    ['of a callback', URL_HERE, { CallSid: SID, To: '+18005551212', From: '+14158675310', Digits: '1234' }],
    ['of names that differ in case', URL_HERE, { a: '1', B: '2', A: '3', b: '' }],
    ['of a name with several values', URL_HERE, { Event: ['b', 'a', 'b'], X: 'y' }],
    ['of other letters', URL_HERE, { CallerName: 'मीरा नायर', Emoji: '📞' }],
    ['of nothing', URL_HERE, {}],
    ['of a socket', 'wss://voice.example/telephony/twilio/t/media', {}],
  ])('%s', (_what, url, fields) => {
    const form = Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value): [string, string] => [name, value]),
    );
    const right = getExpectedTwilioSignature(TOKEN, url, fields);
    expect(authentic(url, right, form)).toBe(true);
    expect(authentic(url, right, [...form, ['More', '1']])).toBe(false);
    expect(authentic(`${url}/`, right, form)).toBe(false);
    expect(authentic(url, getExpectedTwilioSignature('other', url, fields), form)).toBe(false);
    for (const none of [null, '', 'x', right.slice(1)]) expect(authentic(url, none, form)).toBe(false);
  });
});

test.each([
  ['queued', {}, 'queued', null, 'queued'],
  ['initiated', {}, 'in_transit', null, 'initiated'],
  ['ringing', {}, 'ringing', null, 'ringing'],
  ['in-progress', {}, 'answered', null, 'in-progress'],
  ['completed', { CallDuration: '0' }, 'ended', null, 'completed'],
  ['busy', { SipResponseCode: '486' }, 'ended', { type: 'busy' }, 'busy'],
  ['no-answer', {}, 'ended', { type: 'no_answer' }, 'no-answer'],
  ['failed', { SipResponseCode: '503' }, 'ended', { type: 'cloud', code: 503 }, 'failed (503)'],
  ['failed', { ErrorCode: '13224' }, 'ended', { type: 'cloud', code: 13_224 }, 'failed (13224)'],
  ['failed', { ErrorCode: '21214' }, 'ended', { type: 'unreachable' }, 'failed (21214)'],
  ['failed', { SipResponseCode: 'x' }, 'ended', { type: 'cloud', code: 'failed' }, 'failed'],
] as const)('parses the status %s %j as %s', (status, more, state, event, said) => {
  const fields = new Map(Object.entries({ CallSid: SID, CallStatus: status, ...more }));
  expect(TWILIO.parseStatus(fields)).toEqual({ carrierCallId: SID, state, event, carrierStatus: said });
});

test.each([
  [{}],
  [{ CallSid: SID }],
  [{ CallSid: SID, CallStatus: 'null' }],
  [{ CallSid: 'CA1/../x', CallStatus: 'ringing' }],
])('ignores the callback %j', (fields) =>
  expect(TWILIO.parseStatus(new Map(Object.entries(fields)))).toBeNull(),
);

test.each([
  [{}, '+14158675310'],
  [{ From: '+266696687' }, null],
  [{ From: 'anonymous' }, null],
  [{ From: '' }, null],
])('parses the caller %j as %s', (more, caller) => {
  const fields = { CallSid: SID, To: '+18005551212', From: '+14158675310', Direction: 'inbound', ...more };
  expect(TWILIO.parseInbound(new Map(Object.entries(fields)))).toEqual({
    carrierCallId: SID,
    called: '+18005551212',
    caller,
  });
});

test.each([
  [{ To: 'sip:x@y' }],
  [{ Direction: 'outbound-api' }],
  [{ CallSid: '' }],
  // The end of the call, at the same address.
  [{ CallStatus: 'completed' }],
  [{ CallStatus: 'no-answer' }],
])('finds no call in %j', (more) => {
  const fields = { CallSid: SID, To: '+18005551212', From: '+14158675310', Direction: 'inbound', ...more };
  expect(TWILIO.parseInbound(new Map(Object.entries(fields)))).toBeNull();
});

test.each([
  [400, 21_211, { type: 'unreachable' }],
  [400, 21_215, { type: 'not_allowed', code: 21_215 }],
  [400, 99_999, null],
  [429, 20_429, null],
  [401, null, null],
])('parses HTTP %i %j as %j', (status, code, event) => expect(twilioEvent(status, code)).toEqual(event));

describe('the stream', () => {
  const { stream } = TWILIO;

  test('parses its messages', () => {
    const read = (message: object) => stream.read(JSON.stringify(message));
    expect(read({ event: 'connected', protocol: 'Call', version: '1.0.0' })).toBeNull();
    expect(read({ event: 'start', start: { streamSid: 'MZ1' } })).toEqual({
      type: 'start',
      streamId: 'MZ1',
      encoding: 'mulaw',
    });
    expect(read({ event: 'media', media: { track: 'inbound', payload: 'gP8=' } })).toEqual({
      type: 'audio',
      bytes: Buffer.from([0x80, 0xff]),
    });
    expect(read({ event: 'media', media: { track: 'outbound', payload: 'gP8=' } })).toBeNull();
    expect(read({ event: 'dtmf', dtmf: { digit: '#' } })).toEqual({ type: 'key', key: '#' });
    expect(read({ event: 'dtmf', dtmf: { digit: '12' } })).toBeNull();
    expect(read({ event: 'stop', stop: {} })).toEqual({ type: 'stop' });
  });

  test.each(['', '{', 'null', '7', '"x"', '[]', '{"event":"media"}', '{"event":"start","start":null}'])(
    'ignores anything else: %s',
    (message) => expect(stream.read(message)).toBeNull(),
  );

  test('reads base64 audio anywhere in its buffer', () => {
    const bytes = new Uint8Array([1, 2, 0x80, 0xff, 3]).subarray(2, 4);
    expect(JSON.parse(stream.audio('MZ1', bytes))).toEqual({
      event: 'media',
      streamSid: 'MZ1',
      media: { payload: 'gP8=' },
    });
    expect(JSON.parse(stream.clear('MZ1'))).toEqual({ event: 'clear', streamSid: 'MZ1' });
  });
});

test.each([
  ['none yet', [], null],
  ['one in the making', [{ sid: `RE${'b2'.repeat(16)}`, status: 'processing' }], null],
  ['an id that Twilio does not have', [{ sid: '../../Calls', status: 'completed' }], null],
  [
    'one',
    [{ sid: `RE${'b2'.repeat(16)}`, status: 'completed' }],
    `/2010-04-01/Accounts/AC1/Recordings/RE${'b2'.repeat(16)}.wav?RequestedChannels=2`,
  ],
])('finds the recordings of a call: %s', async (_, recordings, address) => {
  const paths: string[] = [];
  const api: Pick<CloudHttpClient, 'send'> = {
    send: ({ path }) => {
      paths.push(path);
      return Promise.resolve({ recordings });
    },
  };
  expect(await TWILIO.rest(api as CloudHttpClient, SETTINGS).recordingUrl(SID)).toBe(address);
  expect(paths).toEqual([`/2010-04-01/Accounts/AC1/Calls/${SID}/Recordings.json?PageSize=20`]);
});
