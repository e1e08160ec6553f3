import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eraseContact } from '../../src/cli/contact-erasure';
import { SipStack } from '../../src/carriers/infrastructure/sip/sip-stack';
import { eventually, TestApp } from '../harness/app';
import { type AnsweredNumber, answeredNumber, callFrom, Callers, opened } from '../harness/inbound';
import { compileThreads, reaches } from '../harness/sip-accounts';
import { SpeechServer } from '../harness/speech-server';
import { hangUpAll, Softphone } from '../phone/harness/softphone';
import { writeTones } from '../phone/harness/sounds';

compileThreads();

const folder = mkdtempSync(join(tmpdir(), 'aics-inbound-'));
const speaks = join(folder, 'speaks.wav');
writeTones(speaks, 500, 900);

let service: TestApp;
let speech: SpeechServer;

beforeAll(async () => {
  speech = await SpeechServer.start();
  service = await TestApp.start(speech.environment);
});
afterAll(async () => {
  await service.stop();
  speech.close();
  await hangUpAll();
  rmSync(folder, { recursive: true });
});

/** A softphone calls a number and speaks after each turn of the agent; resolves with its call, once it is analysed. */
async function dialed(called: AnsweredNumber, ...options: string[]) {
  await opened(service, called.trunkId);
  const port = service.app.get(SipStack, { strict: false }).endpoint?.port ?? 0;
  const uri = `sip:${called.phoneNumber}@127.0.0.1:${port}`;
  const phone = new Softphone('--json', '--dial', uri, '--say', speaks, '--say', speaks, ...options);
  const { at_ms: answeredAt } = await phone.until('answered');
  const began = await phone.until('audio_began');
  const id = await eventually(async () => {
    const [call] = await service.unitOfWork.rows<{ id: string }>(
      'SELECT id FROM calls WHERE account_id = $1',
      [called.id],
    );
    return call?.id ?? Promise.reject(new Error('there is no call'));
  });
  await reaches(service, called, id, 'completed', 40_000);
  const call = await eventually(async () => {
    const now = await service.api(called).get(`/calls/${id}`);
    if (!now.outcome) throw new Error('it is not analysed yet');
    return { ...now, transcript: now.outcome.transcript };
  }, 15_000);
  return { call, phone, openedAfterMs: began.at_ms - answeredAt };
}

test('lets the agent begin at once, and passes speech both ways', async () => {
  speech.words.push('I want to know the fees.', 'No, thank you. Bye.');
  const called = await answeredNumber(service, { agent: { keyterms: [] } });
  const { call, openedAfterMs } = await dialed(called);
  expect(call).toMatchObject({ direction: 'inbound', phone_number: 'anonymous' });
  expect(openedAfterMs).toBeLessThan(800);
  const [opening, asked, answered] = call.transcript;
  expect(opening).toMatchObject({ speaker: 'agent', text: 'Welcome, this is Asha. How can I help?' });
  expect(opening?.start_ms).toBeLessThan(500);
  expect(asked).toMatchObject({ speaker: 'contact', text: 'I want to know the fees.' });
  expect(answered).toMatchObject({ speaker: 'agent', response_ms: expect.any(Number) });
  const recording = await fetch(String(call.recording_url));
  expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/wav']);
  const { data } = await service.api(called).get(`/calls/${call.id}/timeline`);
  expect(data.map(({ type }) => type)).not.toContain('amd');
});

test('transfers a caller to a person over the trunk of the call', async () => {
  const taker = await Softphone.listening('127.0.0.1', '--answer-after', '0.2', '--hang-up-after', '1.5');
  const keyterm = 'inbound-transfer';
  speech.wordsByKeyterm.set(keyterm, ['I want to talk to a person, please transfer me.']);
  const called = await answeredNumber(service, {
    agent: { keyterms: [keyterm], handoff_numbers: ['+919811122233'] },
    trunk: { server: [taker.address] },
  });
  const { call } = await dialed(called);
  const { data } = await service.api(called).get(`/calls/${call.id}/timeline`);
  const told = data.flatMap(({ type, message }) => (type === 'transfer' ? [message] : []));
  expect(told).toContain('A person took the call.');
  const legs = await service.unitOfWork.rows(
    'SELECT kind, trunk_id, ended_at IS NULL AS open FROM legs WHERE call_id = $1 ORDER BY kind',
    [call.id],
  );
  expect(legs).toEqual([
    { kind: 'inbound', trunk_id: called.trunkId, open: false },
    { kind: 'transfer', trunk_id: called.trunkId, open: false },
  ]);
});

test('erases a caller from call, dial, leg and trace by contact erase', async () => {
  const called = await answeredNumber(service, { account: { lines: 1 } });
  await opened(service, called.trunkId);
  const callers = await Callers.open(service);
  const caller = callers.newCaller();
  const session = await (await callers.call(called.phoneNumber, caller)).answered;
  const { id } = await callFrom(service, called, caller, 'in_progress');
  const other = await (await callers.call(called.phoneNumber, caller)).failed;
  expect(other).toMatchObject({ status: 486 });
  await session.hangUp();
  await eventually(async () => {
    expect((await service.api(called).get(`/calls/${id}`)).outcome).not.toBeNull();
  });
  const report = await eraseContact(service.app, { accountId: called.id, phoneNumber: caller }, false);
  expect(report).toMatchObject({ in_progress: [], erased: { calls: 2, dials: 2 } });
  for (const table of [
    'calls',
    'dials',
    'legs',
    'call_traces',
    'call_timeline',
    'line_use',
    'webhook_events',
  ]) {
    const rows = await service.unitOfWork.rows(
      `SELECT t::text AS row FROM ${table} t WHERE t::text LIKE $1`,
      [`%${caller.slice(1)}%`],
    );
    expect([table, rows]).toEqual([table, []]);
  }
  await callers.close();
});
