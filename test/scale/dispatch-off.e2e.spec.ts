import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RestoredCalls } from '../../src/calls';
import { RestoredHumanCalls } from '../../src/human-calls';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { SmtpServer } from '../harness/smtp';

const AGENT = { name: 'A', language: 'english', opening_line: 'Hello.', system_prompt: 'Be brief.' };

let receiver: Server;
let received: unknown[];
let mails: SmtpServer;
let off: TestApp;
let account: TestAccount;

beforeAll(async () => {
  received = [];
  receiver = createServer((request, response) => {
    received.push(request.url);
    request.resume();
    response.end();
  });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  mails = await SmtpServer.start();
  off = await TestApp.start({
    DISPATCH: 'off',
    SMTP_URL: mails.url,
    WEBHOOK_ALLOW_HTTP: 'true',
    WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8',
  });
  account = await off.account();
  const { port } = receiver.address() as AddressInfo;
  await off
    .http(account)
    .put('/webhook')
    .send({ url: `http://127.0.0.1:${port}/` })
    .expect(200);
});
afterAll(async () => {
  await off.stop();
  await mails.stop();
  receiver.close();
});

const statusOf = async (id: string) =>
  (await off.unitOfWork.row<{ status: string }>('SELECT status FROM calls WHERE id = $1', [id]))?.status;

test('serves requests, but dials nothing and sends no event', async () => {
  const agent = await off.api(account).post('/agents', AGENT);
  const call = await off.api(account).post('/calls', { agent_id: agent.id, phone_number: '+919876543219' });
  await off.api(account).post(`/calls/${call.id}/cancel` as '/calls/{id}/cancel');
  const other = await off.api(account).post('/calls', { agent_id: agent.id, phone_number: '+919876543218' });
  for (let times = 0; times < 3; times++) await off.advance(5_000);
  expect(await statusOf(other.id)).toBe('queued');
  expect(await statusOf(call.id)).toBe('canceled');
  const [events] = await off.unitOfWork.rows<{ count: number }>('SELECT count(*)::int FROM webhook_events');
  expect(events?.count).toBe(1);
  expect(received).toEqual([]);
});

test('sends no welcome e-mail, also later', async () => {
  const meera = { name: 'Meera', email: 'meera@example.com', mobile_number: '+919876543210' };
  expect(await off.api(account).post('/counsellors', meera)).toMatchObject({ welcome_email_sent: false });
  for (let times = 0; times < 3; times++) await off.advance(61_000);
  expect(mails.to(meera.email)).toEqual([]);
});

test('cancels with events what waits since before an instant', async () => {
  const agent = await off.api(account).post('/agents', { ...AGENT, name: 'B' });
  const before = await off.api(account).post('/calls', { agent_id: agent.id, phone_number: '+919876543217' });
  off.clock.advance(1_000);
  const at = off.clock.now();
  off.clock.advance(1_000);
  const after = await off.api(account).post('/calls', { agent_id: agent.id, phone_number: '+919876543216' });
  const stranger = await off.account();
  expect(await off.app.get(RestoredCalls, { strict: false }).cancel(at, stranger.id)).toBe(0);
  expect(await off.app.get(RestoredCalls, { strict: false }).cancel(at, null)).toBeGreaterThanOrEqual(1);
  expect(await off.app.get(RestoredHumanCalls, { strict: false }).cancel(at, null)).toBe(0);
  expect([await statusOf(before.id), await statusOf(after.id)]).toEqual(['canceled', 'queued']);
  await eventually(async () => {
    const rows = await off.unitOfWork.rows('SELECT FROM webhook_events WHERE call_id = $1', [before.id]);
    expect(rows).toHaveLength(1);
  });
});
