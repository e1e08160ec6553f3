import { requestText } from '../../../test/phone/harness/sip-texts';
import { FakeFlow } from '../../../test/phone/harness/fake-flow';
import { Bindings, registerWish } from './bindings';
import { type SipRequest, parseMessage } from './message';

const flow = new FakeFlow({ outgoing: () => undefined }, 'udp', { address: '192.0.2.10', port: 5060 });

function register(headers: string[], { cseq = 1, callId = 'one' } = {}): SipRequest {
  const text = requestText('REGISTER', { callId, cseq, headers, uri: 'sip:aics', contact: '' });
  const { message, fault } = parseMessage(text);
  if (message?.kind !== 'request' || fault) throw new Error(fault?.reason);
  return message;
}

describe('requests of a REGISTER', () => {
  test.each<[string[], unknown]>([
    [[], { kind: 'update', contacts: [] }],
    [['Contact: <sip:a@b>'], { expiresS: 300 }],
    [['Contact: <sip:a@b>', 'Expires: 120'], { expiresS: 120 }],
    [['Contact: <sip:a@b>;expires=90', 'Expires: 120'], { expiresS: 90 }],
    [['Contact: <sip:a@b>', 'Expires: 60'], { expiresS: 60 }],
    [['Contact: <sip:a@b>', 'Expires: 3601'], { expiresS: 3_600 }],
    [['Contact: <sip:a@b>', 'Expires: 99999999999'], { expiresS: 3_600 }],
    [['Contact: <sip:a@b>', 'Expires: soon'], { expiresS: 300 }],
    [['Contact: <sip:a@b>', 'Expires: 0'], { expiresS: 0 }],
    [['Contact: <sip:a@b>;+sip.instance="<urn:uuid:1>"'], { instance: '<urn:uuid:1>' }],
    [
      ['Contact: <sip:a@b>', 'Expires: 1'],
      { kind: 'refused', status: 423, headers: [['min-expires', '60']] },
    ],
    [['Contact: <sip:a@b>', 'Expires: 59'], { status: 423 }],
    [['Contact: *', 'Expires: 0'], { kind: 'remove_all' }],
    [['Contact: *'], { status: 400 }],
    [['Contact: *', 'Expires: 60'], { status: 400 }],
    [['Contact: *, <sip:a@b>', 'Expires: 0'], { status: 400 }],
    [['Contact: <tel:+911>'], { status: 400 }],
    [[`Contact: <sip:${'a'.repeat(512)}@b>`], { status: 400 }],
  ])('are parsed: %j', (headers, expected) => {
    const wish = registerWish(register(headers));
    const [contact] = wish.kind === 'update' ? wish.contacts : [];
    expect({ ...contact, ...wish }).toMatchObject(expected as object);
  });
});

describe('the Contacts of a user', () => {
  let now: number;
  let bindings: Bindings;
  beforeEach(() => {
    now = 0;
    bindings = new Bindings(() => now);
  });

  const apply = (headers: string[], more: { cseq?: number; callId?: string } = {}): true | null => {
    const request = register(headers, more);
    const wish = registerWish(request);
    if (wish.kind === 'refused') throw new Error(String(wish.status));
    return bindings.apply(wish, request, flow);
  };
  const uris = (): string[] => bindings.current.map(({ uri }) => uri);

  test('end with their time', () => {
    apply(['Contact: <sip:a@b>', 'Expires: 60']);
    now = 59_500;
    expect(bindings.contacts).toEqual(['<sip:a@b>;expires=1']);
    now = 60_000;
    expect(bindings.contacts).toEqual([]);
  });

  test('have an agent of at most 200 characters', () => {
    const agent = Buffer.from(`Téléphone ${'ख'.repeat(300)}`, 'utf8').toString('latin1');
    apply(['Contact: <sip:a@b>', `User-Agent: ${agent}`]);
    expect(bindings.current[0]?.agent).toBe(`Téléphone ${'ख'.repeat(190)}`);
  });

  test('replace one with the same instance', () => {
    apply(['Contact: <sip:a@1>;+sip.instance="<urn:x>"']);
    apply(['Contact: <sip:a@2>;+sip.instance="<urn:x>"'], { callId: 'two' });
    expect(uris()).toEqual(['sip:a@2']);
    expect(bindings.contacts[0]).toContain(';+sip.instance="<urn:x>"');
  });

  test('are five at most: the oldest is removed, and a refresh makes none newer', () => {
    for (let index = 1; index <= 5; index++) {
      now = index;
      apply([`Contact: <sip:a@${index}>`], { callId: `call-${index}` });
    }
    now = 10;
    apply(['Contact: <sip:a@1>'], { callId: 'call-1', cseq: 2 });
    apply(['Contact: <sip:a@6>'], { callId: 'call-6' });
    expect(uris()).toEqual(['sip:a@6', 'sip:a@5', 'sip:a@4', 'sip:a@3', 'sip:a@2']);
  });

  test('are five of thousands in one message', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => `<sip:a@${index}>`).join(', ');
    const lines = many.match(/.{1,8000}(?:, |$)/g) ?? [];
    expect(apply(lines.map((line) => `Contact: ${line.replace(/, $/, '')}`))).toBe(true);
    expect(uris()).toHaveLength(5);
  });

  test('are unchanged by a CSeq that is not newer, except of another Call-ID', () => {
    apply(['Contact: <sip:a@b>'], { cseq: 5 });
    expect(apply(['Contact: <sip:a@b>', 'Expires: 0'], { cseq: 5 })).toBeNull();
    expect(apply(['Contact: *', 'Expires: 0'], { cseq: 4 })).toBeNull();
    expect(uris()).toEqual(['sip:a@b']);
    expect(apply(['Contact: *', 'Expires: 0'], { cseq: 6 })).toBe(true);
    expect(uris()).toEqual([]);
  });

  test.each([
    ['another Contact', ['Contact: <sip:a@c>']],
    ['no Contact', []],
    ['the same Contact after its removal', ['Contact: <sip:a@b>']],
  ])('are unchanged by a CSeq that is not newer with %s', (_with, headers) => {
    apply(['Contact: <sip:a@b>', 'Expires: 600'], { cseq: 5 });
    apply(['Contact: <sip:a@b>', 'Expires: 0'], { cseq: 7 });
    for (const cseq of [6, 7]) expect(apply(headers, { cseq })).toBeNull();
    now = 599_999;
    expect(apply(headers, { cseq: 7 })).toBeNull();
    expect(uris()).toEqual([]);
    expect(apply(headers, { cseq: 1, callId: 'two' })).toBe(true);
    expect(apply(headers, { cseq: 8 })).toBe(true);
  });

  test('store the CSeq of a Call-ID until its longest time is over', () => {
    apply(['Contact: <sip:a@b>', 'Expires: 600'], { cseq: 5 });
    apply([], { cseq: 6 });
    now = 600_000;
    expect(apply(['Contact: <sip:a@b>'], { cseq: 1 })).toBe(true);
  });

  test('are removed by 0', () => {
    apply(['Contact: <sip:a@1>, <sip:a@2>']);
    apply(['Contact: <sip:a@1>', 'Expires: 0'], { cseq: 2 });
    expect(uris()).toEqual(['sip:a@2']);
  });
});
