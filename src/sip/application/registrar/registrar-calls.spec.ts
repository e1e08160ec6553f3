import {
  OTHER,
  PHONE,
  RegisteringPhone,
  USER,
  registrarDriver,
} from '../../../../test/phone/harness/registering-phone';
import { requestText, SDP } from '../../../../test/phone/harness/sip-texts';
import { tagOf } from '../../domain/header-values';

describe('INVITE', () => {
  test('is challenged with the same password, then accepted as the user’s', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    expect(await phone.send({ method: 'INVITE' })).toBe(401);
    expect(await phone.send({ method: 'INVITE', challenge: phone.challenge })).toBe(100);
    expect(driver.incoming.map(({ user }) => user)).toEqual(['trunk_1']);
    expect(driver.newMessages()).toEqual(['401 INVITE', '100 INVITE']);
  });

  test('is challenged once without state, equally for a repeated INVITE, and its ACK is not stray', async () => {
    const driver = registrarDriver();
    const flow = driver.flow(PHONE);
    const parts = { body: SDP, branch: 'z9hG4bK-a', callId: 'a' };
    for (let times = 0; times < 2; times++) await driver.receive(requestText('INVITE', parts), flow);
    const tags = driver.sent.map(({ message }) => tagOf(message.headers.get('to')));
    expect(new Set(tags).size).toBe(1);
    expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 0 });
    await driver.receive(requestText('ACK', { ...parts, body: '', toTag: tags[0] ?? '' }), flow);
    expect(driver.dropped).toEqual([]);
    await driver.receive(requestText('ACK', { ...parts, body: '', toTag: 'another' }), flow);
    expect(driver.dropped).toEqual(['stray_ack']);
    await driver.clock.pass(60_000);
    expect(driver.newMessages()).toEqual(['401 INVITE', '401 INVITE']);
  });

  test('is refused by 403 with a wrong password', async () => {
    const driver = registrarDriver();
    expect(await new RegisteringPhone(driver).authenticate({ method: 'INVITE', password: 'wrong' })).toBe(
      403,
    );
    expect(driver.incoming).toEqual([]);
  });

  test('may name the service in the digest in place of the called number', async () => {
    const driver = registrarDriver();
    const call = { method: 'INVITE', digestUri: 'sip:192.0.2.1:5060' } as const;
    expect(await new RegisteringPhone(driver).authenticate(call)).toBe(100);
    expect(driver.incoming.map(({ user }) => user)).toEqual(['trunk_1']);
  });

  test('is challenged as the user of a registered flow, for any From', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver);
    await phone.authenticate();
    const call = { method: 'INVITE', name: '+919812345678', username: 'anna' } as const;
    expect(await phone.authenticate(call)).toBe(100);
    expect(driver.incoming[0]?.user).toBe('trunk_1');
  });

  test('belongs to the digest’s user where From is a number, from any flow', async () => {
    const driver = registrarDriver();
    await new RegisteringPhone(driver).authenticate();
    const call = { method: 'INVITE', name: '+919812345678', username: 'anna' } as const;
    const another = new RegisteringPhone(driver, { ...PHONE, transport: 'tcp', port: 40_001 }, true);
    expect(await another.send(call)).toBe(401);
    const { challenge } = another;
    expect(await another.send({ ...call, challenge })).toBe(100);
    driver.known = (address) => address.startsWith('192.168.');
    const ofPeer = new RegisteringPhone(driver, OTHER);
    expect(await ofPeer.send({ ...call, challenge })).toBe(401);
    expect(await ofPeer.send({ ...call, challenge: ofPeer.challenge })).toBe(100);
    expect(driver.incoming.map(({ user }) => user)).toEqual(['trunk_1', 'trunk_1']);
  });

  test('belongs to the user of the digest from a flow of two users', async () => {
    const driver = registrarDriver();
    const bert = { ...USER, id: 'trunk_2', username: 'bert', password: 'another password' };
    driver.userAgent.registrar.setUsers([USER, bert]);
    const pbx = new RegisteringPhone(driver);
    await pbx.authenticate();
    await pbx.authenticate({ name: 'bert', password: bert.password });
    const call = { method: 'INVITE', name: '+919812345678' } as const;
    expect(await pbx.authenticate({ ...call, username: 'anna' })).toBe(100);
    expect(await pbx.authenticate({ ...call, username: 'bert' })).toBe(403);
    expect(await pbx.authenticate({ ...call, username: 'bert', password: bert.password })).toBe(100);
    expect(driver.incoming.map(({ user }) => user)).toEqual(['trunk_1', 'trunk_2']);
  });

  test('is challenged as the user that stays registered, from a flow of two users', async () => {
    const driver = registrarDriver();
    driver.known = (address) => address.startsWith('192.168.');
    const bert = { ...USER, id: 'trunk_2', username: 'bert', password: 'another password' };
    driver.userAgent.registrar.setUsers([USER, bert]);
    const pbx = new RegisteringPhone(driver);
    await pbx.authenticate();
    const second = { name: 'bert', password: bert.password, contact: '<sip:bert@192.168.1.7:5070>' };
    await pbx.authenticate(second);
    await pbx.authenticate({ ...second, headers: ['Expires: 0'] });
    for (let call = 0; call < 2; call++) {
      expect(await pbx.send({ method: 'INVITE', name: '+919812345678', callId: `call-${call}` })).toBe(401);
    }
  });

  test('of a peer that is known by its address needs no password, unless it uses the name', async () => {
    const driver = registrarDriver();
    driver.known = (address) => address.startsWith('192.168.');
    expect(await new RegisteringPhone(driver, OTHER).send({ method: 'INVITE', name: '+911' })).toBe(100);
    expect(driver.incoming[0]?.user).toBeNull();
    expect(await new RegisteringPhone(driver).send({ method: 'INVITE' })).toBe(401);
  });

  test('gets our BYE over the flow, for any Contact', async () => {
    const driver = registrarDriver();
    const phone = new RegisteringPhone(driver, { ...PHONE, transport: 'tcp' }, true);
    await phone.authenticate({ method: 'INVITE', contact: '<sip:anna@10.0.0.1:5060;transport=tcp>' });
    const [call] = driver.incoming;
    const session = call?.answer({
      audio: { port: 40_000, codecs: ['pcma'], telephoneEvent: true, direction: 'sendrecv' },
      peer: {},
      contact: 'us',
    });
    const { callId, localTag: toTag } = session?.record ?? { callId: '', localTag: '' };
    await driver.receive(requestText('ACK', { callId, toTag, branch: 'z9hG4bK-ack', cseq: 2 }), phone.flow);
    driver.newMessages();
    void session?.hangUp();
    driver.clock.advance(40_000);
    const bye = driver.sent.find(({ message }) => message.kind === 'request' && message.method === 'BYE');
    await Promise.resolve();
    expect(bye?.flow ?? driver.sent.at(-1)?.flow).toBe(phone.flow);
  });
});
