import { createHash } from 'node:crypto';
import { SDP, requestText } from '../../../../test/phone/harness/sip-texts';
import { Stage } from '../../../../test/phone/harness/stage';
import type { StageFlow } from '../../../../test/phone/harness/stage-flow';
import { type Challenge, answerChallenge, parseChallenge } from '../../domain/digest';
import type { Target } from '../../domain/ports';
import type { RegistrarUser } from './registrar-users';

const PHONE: Target = { transport: 'udp', address: '192.168.1.7', port: 5070 };
const OTHER: Target = { transport: 'udp', address: '192.168.1.8', port: 5070 };
const USER: RegistrarUser = {
  id: 'trunk_1',
  username: 'anna',
  password: 'a long password',
  realm: 'aics',
  algorithms: ['MD5'],
  transport: null,
  allow: ['192.168.0.0/16'],
  peer: { name: 'mine' },
};
const hash = (algorithm: 'MD5' | 'SHA-256', text: string): string =>
  createHash(algorithm === 'MD5' ? 'md5' : 'sha256')
    .update(text, 'latin1')
    .digest('hex');

interface Attempt {
  readonly method?: 'REGISTER' | 'INVITE';
  readonly name?: string;
  readonly username?: string;
  readonly password?: string;
  readonly contact?: string;
  readonly headers?: string[];
  readonly challenge?: Challenge | null;
  readonly count?: number;
  readonly callId?: string;
}

let branches = 0;

/** A phone that the test plays. */
class Phone {
  #cseq = 0;
  readonly flow: StageFlow;

  constructor(
    private readonly stage: Stage,
    from: Target = PHONE,
    inbound = false,
  ) {
    this.flow = stage.flow(from, inbound);
  }

  /** Sends it, with an answer to the challenge. */
  async send(attempt: Attempt = {}): Promise<number> {
    const { method = 'REGISTER', name = 'anna', username = name, headers = [], challenge = null } = attempt;
    const { password = USER.password, count = 1 } = attempt;
    const { address, port } = this.flow.remote;
    const { contact = `<sip:anna@${address}:${port}>`, callId = `call@${address}:${port}` } = attempt;
    const uri = method === 'REGISTER' ? 'sip:aics' : 'sip:123@aics';
    const answer = challenge
      ? answerChallenge(challenge, { username, password }, { method, uri, cnonce: 'c', count }, hash)
      : null;
    const text = requestText(method, {
      uri,
      contact,
      callId: `${callId}-${method}`,
      cseq: ++this.#cseq,
      branch: `z9hG4bK-${++branches}`,
      headers: [...headers, ...(answer === null ? [] : [`Authorization: ${answer}`])],
      ...(method === 'INVITE' ? { body: SDP } : {}),
    });
    const from = method === 'REGISTER' ? 'To: <sip:us@192.0.2.1>' : 'From: <sip:+913@192.0.2.10>';
    const before = this.stage.sent.length;
    await this.stage.receive(text.replace(from, from.replace(/sip:[^@]+@/, `sip:${name}@`)), this.flow);
    if (this.stage.sent.length === before) return 0;
    return this.stage.response().status;
  }

  /** Of the last response. */
  get challenge(): Challenge {
    const [value = ''] = this.stage.response().headers.lines('www-authenticate');
    const challenge = parseChallenge(value, false);
    if (!challenge) throw new Error('no challenge');
    return challenge;
  }

  async authenticate(attempt: Attempt = {}): Promise<number> {
    const first = await this.send({ ...attempt, challenge: null });
    return first === 401 ? this.send({ ...attempt, challenge: this.challenge }) : first;
  }
}

function staged(user: Partial<RegistrarUser> = {}): Stage {
  const stage = new Stage();
  stage.userAgent.registrar.setUsers([{ ...USER, ...user }]);
  return stage;
}

const contacts = (stage: Stage): string[] => stage.response().headers.list('contact');

describe('REGISTER', () => {
  test('is challenged, then stored; the response names all Contacts', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    expect(await phone.send()).toBe(401);
    const [value] = stage.response().headers.lines('www-authenticate');
    expect(value).toMatch(/^Digest realm="aics", nonce="[0-9a-f.]+", qop="auth", algorithm=MD5$/);
    expect(await phone.send({ challenge: phone.challenge })).toBe(200);
    expect(contacts(stage)).toEqual(['<sip:anna@192.168.1.7:5070>;expires=300']);
    expect(await new Phone(stage, OTHER).authenticate({ headers: ['Expires: 60'] })).toBe(200);
    expect(contacts(stage)).toHaveLength(2);
    expect(stage.userAgent.registrar.targetsOf('trunk_1')[0]).toEqual({
      ...OTHER,
      registered: { contact: 'sip:anna@192.168.1.8:5070' },
    });
  });

  test('without Contact it is a query', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.authenticate();
    expect(await phone.authenticate({ contact: '' })).toBe(200);
    expect(contacts(stage)).toHaveLength(1);
  });

  test('names are compared ignoring case', async () => {
    expect(await new Phone(staged()).authenticate({ name: 'Anna' })).toBe(200);
  });

  test.each<[string, Attempt]>([
    ['a wrong password', { password: 'another' }],
    ['an unknown user', { name: 'nobody' }],
    ['the name of another in the digest', { username: 'bert' }],
    ['the right password under an unknown name', { name: 'nobody', username: 'anna' }],
  ])('%s: the same 403', async (_what, attempt) => {
    const stage = staged();
    expect(await new Phone(stage).authenticate(attempt)).toBe(403);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });

  test('SHA-256 alone, and both: SHA-256 first', async () => {
    const stage = staged({ algorithms: ['SHA-256', 'MD5'] });
    const phone = new Phone(stage);
    await phone.send();
    const values = stage.response().headers.lines('www-authenticate');
    expect(values.map((value) => value.split('algorithm=')[1])).toEqual(['SHA-256', 'MD5']);
    const { challenge } = phone;
    expect(await phone.send({ challenge })).toBe(200);
    expect(await new Phone(staged({ algorithms: ['SHA-256'] })).authenticate()).toBe(200);
    const md5 = { ...challenge, algorithm: 'MD5' } as const;
    expect(await new Phone(staged({ algorithms: ['SHA-256'] })).send({ challenge: md5 })).toBe(401);
  });

  test('a replayed count, another address, an old nonce: stale=true', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.send();
    const { challenge } = phone;
    expect(await phone.send({ challenge, count: 1 })).toBe(200);
    for (const again of [
      () => phone.send({ challenge, count: 1 }),
      () => new Phone(stage, OTHER).send({ challenge, count: 2 }),
      () => {
        stage.clock.advance(300_001);
        return phone.send({ challenge, count: 2 });
      },
    ]) {
      expect(await again()).toBe(401);
      expect(phone.challenge.stale).toBe(true);
    }
  });

  test('423 with Min-Expires, 500 for an older CSeq, 420 for extensions in Require alone', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    expect(await phone.authenticate({ headers: ['Expires: 30'] })).toBe(423);
    expect(stage.response().headers.get('min-expires')).toBe('60');
    for (const extension of ['path', 'outbound', 'gruu']) {
      stage.clock.advance(1_000);
      expect(await phone.send({ headers: [`Require: ${extension}`] })).toBe(420);
      expect(await phone.authenticate({ headers: [`Supported: ${extension}`] })).toBe(200);
    }
    expect(await new Phone(stage).authenticate()).toBe(500);
  });

  test('* with 0 removes all', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.authenticate();
    expect(await phone.authenticate({ contact: '*' })).toBe(400);
    expect(await phone.authenticate({ contact: '*', headers: ['Expires: 0'] })).toBe(200);
    expect(contacts(stage)).toEqual([]);
  });

  test('a transport is a filter, and so are the sources', async () => {
    const stage = staged({ transport: 'tcp' });
    expect(await new Phone(stage).authenticate()).toBe(403);
    expect(await new Phone(stage, { ...PHONE, transport: 'tcp' }, true).authenticate()).toBe(200);
    expect(await new Phone(stage, { ...PHONE, address: '203.0.113.1' }).send()).toBe(0);
    expect(stage.dropped).toEqual(['unknown_source']);
  });

  test('without users it is 405 as ever', async () => {
    const stage = new Stage();
    await stage.receive(requestText('REGISTER'));
    expect(stage.response().status).toBe(405);
  });

  test('10 a second from an address', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    const statuses: number[] = [];
    for (let index = 0; index < 15; index++) statuses.push(await phone.send());
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(stage.dropped).toEqual(Array(5).fill('rate'));
    stage.clock.advance(1_000);
    expect(await phone.send()).toBe(401);
  });

  test('a changed password ends the Contacts, another setting does not', async () => {
    const stage = staged();
    await new Phone(stage).authenticate();
    stage.userAgent.registrar.setUsers([{ ...USER, transport: 'udp' }]);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    stage.userAgent.registrar.setUsers([{ ...USER, password: 'another password' }]);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
  });
});

describe('wrong passwords', () => {
  const failing = async (stage: Stage, from: Target, times: number): Promise<number[]> => {
    const phone = new Phone(stage, from);
    const statuses: number[] = [];
    for (let index = 0; index < times; index++) {
      stage.clock.advance(200);
      statuses.push(await phone.authenticate({ password: 'wrong' }));
    }
    return statuses;
  };

  test('ten drop the address; its registered flow goes on, another address too', async () => {
    const stage = staged();
    const good = new Phone(stage, { ...PHONE, port: 6_000 });
    expect(await good.authenticate()).toBe(200);
    expect(await failing(stage, PHONE, 12)).toEqual([...Array<number>(10).fill(403), 0, 0]);
    expect(stage.dropped).toEqual(['password', 'password']);
    expect(stage.userAgent.registrar.refusedFrom('trunk_1')).toBe('192.168.1.7');
    stage.clock.advance(1_000);
    expect(await good.authenticate()).toBe(200);
    expect(await new Phone(stage, OTHER).authenticate()).toBe(200);
    stage.clock.advance(600_000);
    expect(await new Phone(stage, PHONE).authenticate({ callId: 'later' })).toBe(200);
  });

  test('a forged source, which sees no nonce, blocks nobody', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.send();
    const { challenge } = phone;
    const forged = new Phone(stage, OTHER);
    for (let index = 0; index < 30; index++) {
      stage.clock.advance(200);
      expect(await forged.send({ challenge, password: 'wrong' })).toBe(401);
    }
    expect(await forged.authenticate()).toBe(200);
  });

  test('a hundred for a user: only addresses that it registered from are heard', async () => {
    const stage = staged();
    const good = new Phone(stage, OTHER);
    await good.authenticate();
    await good.authenticate({ contact: '*', headers: ['Expires: 0'] });
    for (let index = 0; index < 10; index++) {
      await failing(stage, { ...PHONE, address: `192.168.2.${index}` }, 10);
    }
    expect(await new Phone(stage, { ...PHONE, address: '192.168.3.1' }).send()).toBe(0);
    expect(stage.dropped.at(-1)).toBe('password');
    expect(await good.authenticate()).toBe(200);
  });
});

describe('INVITE', () => {
  test('is challenged with the same password; then it is the user’s', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    expect(await phone.send({ method: 'INVITE' })).toBe(401);
    expect(await phone.send({ method: 'INVITE', challenge: phone.challenge })).toBe(100);
    expect(stage.incoming.map(({ user }) => user)).toEqual(['trunk_1']);
    expect(stage.newMessages()).toEqual(['401 INVITE', '100 INVITE']);
  });

  test('with a wrong password: 403', async () => {
    const stage = staged();
    expect(await new Phone(stage).authenticate({ method: 'INVITE', password: 'wrong' })).toBe(403);
    expect(stage.incoming).toEqual([]);
  });

  test('a registered flow is challenged as its user, whatever From says', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.authenticate();
    const call = { method: 'INVITE', name: '+919812345678', username: 'anna' } as const;
    expect(await phone.authenticate(call)).toBe(100);
    expect(stage.incoming[0]?.user).toBe('trunk_1');
  });

  test('of a peer that is known by its address needs no password, unless it uses the name', async () => {
    const stage = staged();
    stage.known = (address) => address.startsWith('192.168.');
    expect(await new Phone(stage, OTHER).send({ method: 'INVITE', name: '+911' })).toBe(100);
    expect(stage.incoming[0]?.user).toBeNull();
    expect(await new Phone(stage).send({ method: 'INVITE' })).toBe(401);
  });

  test('BYE of ours goes over the flow, whatever the Contact says', async () => {
    const stage = staged();
    const phone = new Phone(stage, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate({ method: 'INVITE', contact: '<sip:anna@10.0.0.1:5060;transport=tcp>' });
    const [call] = stage.incoming;
    const session = call?.answer({
      audio: { port: 40_000, codecs: ['pcma'], telephoneEvent: true, direction: 'sendrecv' },
      peer: {},
      contact: 'us',
    });
    const { callId, localTag: toTag } = session?.record ?? { callId: '', localTag: '' };
    await stage.receive(requestText('ACK', { callId, toTag, branch: 'z9hG4bK-ack', cseq: 2 }), phone.flow);
    stage.newMessages();
    void session?.hangUp();
    stage.clock.advance(40_000);
    const bye = stage.sent.find(({ message }) => message.kind === 'request' && message.method === 'BYE');
    await Promise.resolve();
    expect(bye?.flow ?? stage.sent.at(-1)?.flow).toBe(phone.flow);
  });
});

describe('the flow of a phone', () => {
  test('a connection that closes ends its Contacts', async () => {
    let changes = 0;
    const stage = new Stage({ registered: () => changes++ });
    stage.userAgent.registrar.setUsers([USER]);
    const phone = new Phone(stage, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate();
    phone.flow.close();
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toEqual([]);
    expect(changes).toBe(2);
  });

  test('OPTIONS each 25 s; after three without an answer the phone is passed over until it is heard', async () => {
    const stage = staged();
    const phone = new Phone(stage);
    await phone.authenticate({ headers: ['Expires: 3600'] });
    const isPassedOver = (): boolean => stage.userAgent.registrar.targetsOf('trunk_1').length === 0;
    stage.newMessages();
    stage.clock.advance(25_000);
    await Promise.resolve();
    expect(stage.newMessages()).toContain('OPTIONS');
    await stage.answer(stage.request('OPTIONS'), 404, { flow: phone.flow });
    for (let index = 0; index < 3; index++) {
      stage.clock.advance(25_000);
      expect(isPassedOver()).toBe(false);
    }
    stage.clock.advance(25_000);
    expect(isPassedOver()).toBe(true);
    expect(stage.userAgent.registrar.bindingsOf('trunk_1')).toHaveLength(1);
    await stage.answer(stage.request('OPTIONS'), 200, { flow: phone.flow });
    expect(isPassedOver()).toBe(false);
  });

  const ringing = async (stage: Stage) => {
    const placed = stage.place({ targets: stage.userAgent.registrar.targetsOf('trunk_1') });
    await stage.receive('', stage.flow());
    return placed;
  };

  test.each([408, 430, 480])('%d within 4 s: the next phone rings, by its Contact', async (status) => {
    const stage = staged();
    const first = new Phone(stage, OTHER);
    await first.authenticate();
    stage.clock.advance(1);
    const newest = new Phone(stage);
    await newest.authenticate();
    const placed = await ringing(stage);
    const invite = stage.request('INVITE');
    expect(invite.uri).toBe('sip:anna@192.168.1.7:5070');
    await stage.answer(invite, status, { flow: newest.flow });
    expect(stage.request('INVITE').uri).toBe('sip:anna@192.168.1.8:5070');
    stage.clock.advance(4_001);
    await stage.answer(stage.request('INVITE'), status, { flow: first.flow });
    expect(placed.failure).toMatchObject({ kind: 'refused', status });
  });

  test('486, or 480 after 4 s: no other phone', async () => {
    const stage = staged();
    await new Phone(stage, OTHER).authenticate();
    stage.clock.advance(1);
    const newest = new Phone(stage);
    await newest.authenticate();
    const busy = await ringing(stage);
    await stage.answer(stage.request('INVITE'), 486, { flow: newest.flow });
    expect(busy.failure).toMatchObject({ kind: 'refused', status: 486 });
    const late = await ringing(stage);
    await stage.answer(stage.request('INVITE'), 180, { flow: newest.flow });
    stage.clock.advance(4_001);
    await stage.answer(stage.request('INVITE'), 480, { flow: newest.flow });
    expect(late.failure).toMatchObject({ kind: 'refused', status: 480 });
  });
});
