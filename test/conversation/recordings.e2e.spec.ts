import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TalkRecorder } from '../../src/speech';
import { eventually, TestApp, type TestAccount } from '../harness/app';
import { makeAgent, number } from '../harness/builders';
import { temporaryFolder } from '../harness/temporary-folder';

type Json = Record<string, any>;
const DAY_MS = 24 * 3_600_000;

// Threads are started as this process is; Jest does not compile what they load.
process.execArgv.push('--require', resolve(__dirname, '../harness/compile-threads.cjs'));

const folder = temporaryFolder();
let service: TestApp;
let account: TestAccount;
let agent_id: string;

beforeAll(async () => {
  service = await TestApp.start({ DATA_DIR: folder.path, RETENTION_DAYS: '30' });
  account = await service.account({ lines: 50 });
  agent_id = await makeAgent(service, account);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

const read = async (id: string): Promise<Json> =>
  (await service.http(account).get(`/calls/${id}`).expect(200)).body as Json;

/** A call to a number with this ending, once it is over and read. */
async function called(ending = '0001', fields: object = {}): Promise<Json> {
  const { body } = await service
    .http(account)
    .post('/calls')
    .send({ agent_id, phone_number: number(ending), ...fields })
    .expect(200);
  return eventually(async () => {
    const call = await read(body.id as string);
    expect(['queued', 'dialing', 'in_progress']).not.toContain(call['status']);
    if (call['status'] === 'completed') expect(call['outcome']).not.toBeNull();
    return call;
  });
}

/** What is at a link. */
async function listen(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

/** Loudness of a channel between two times. */
function rms(wav: Buffer, channel: 0 | 1, fromMs: number, toMs: number): number {
  let energy = 0;
  for (let at = fromMs * 8; at < toMs * 8; at++) energy += wav.readInt16LE(44 + at * 4 + channel * 2) ** 2;
  return Math.sqrt(energy / ((toMs - fromMs) * 8));
}

describe('the recording link', () => {
  test('is returned for connected calls alone, in lists and events too', async () => {
    const call = await called();
    expect(call['recording_url']).toMatch(new RegExp(`^${service.origin}/recordings/call_\\w+\\.`));
    const left = Date.parse(call['recording_expires_at'] as string) - service.clock.nowMs();
    expect(left).toBeGreaterThan(DAY_MS - 5_000);
    expect(left).toBeLessThanOrEqual(DAY_MS);
    const { body: list } = await service.http(account).get('/calls?limit=1').expect(200);
    expect(list.data[0].recording_url).toContain(`/recordings/${call['id'] as string}.`);
    const event = await service.unitOfWork.row<{ body: string }>(
      'SELECT body FROM webhook_events WHERE call_id = $1',
      [call['id']],
    );
    const { data } = JSON.parse(event?.body ?? '{}') as Json;
    expect(data.recording_expires_at).toEqual(expect.any(String));
    expect((await listen(data.recording_url as string, {}, 'HEAD')).status).toBe(200);
    for (const ending of ['0002', '0003']) {
      const missed = await called(ending);
      expect(missed).not.toHaveProperty('recording_url');
      expect(missed).not.toHaveProperty('recording_expires_at');
    }
  });

  test('is rejected when it was changed or is too old, with 404 not_found', async () => {
    const [one, other] = [await called(), await called()];
    const url = one['recording_url'] as string;
    const [id = '', expiry = '', signature = ''] = url.split('/').at(-1)?.split('.') ?? [];
    const later = (parseInt(expiry, 36) + 1_000).toString(36);
    const bad = [
      `${id}.${later}.${signature}`,
      `${other['id'] as string}.${expiry}.${signature}`,
      `${id}.${expiry}.${signature.slice(0, -1)}${signature.endsWith('A') ? 'B' : 'A'}`,
      `${id}.${expiry}.${signature}x`,
      `${id}.${expiry.toUpperCase()}.${signature}`,
      `${id}.0${expiry}.${signature}`,
      id,
      `${id}.${expiry}`,
      '%00',
      'call_..%2f..%2fsecret.key',
    ];
    for (const segment of bad) {
      const { status, bytes } = await listen(`${service.origin}/recordings/${segment}`);
      expect([segment, status]).toEqual([segment, 404]);
      expect((JSON.parse(bytes.toString()) as Json)['error']).toMatchObject({
        code: 'not_found',
        request_id: expect.any(String),
      });
    }
    expect((await listen(url, {}, 'HEAD')).status).toBe(200);
    const wrong = await listen(url, {}, 'POST');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    await service.advance(DAY_MS - 60_000);
    expect((await listen(url, {}, 'HEAD')).status).toBe(200);
    await service.advance(61_000);
    expect((await listen(url)).status).toBe(404);
    const fresh = (await read(id))['recording_url'] as string;
    expect((await listen(fresh, {}, 'HEAD')).status).toBe(200);
  });
});

describe('the recording', () => {
  test.each([
    ['Hinglish', {}],
    ['Hindi', { language: 'hindi', opening_line: 'नमस्ते, क्या अभी बात हो सकती है?' }],
    ['English', { language: 'english', opening_line: 'Hello, is this a good time to talk?' }],
    ['Tamil', { language: 'tamil', opening_line: 'வணக்கம், இப்போது பேசலாமா?' }],
  ])('is a stereo WAV in step with the transcript: %s', async (name, fields) => {
    const agent = await makeAgent(service, account, { name, ...fields });
    const call = await called('0001', { agent_id: agent });
    const { status, headers, bytes } = await listen(call['recording_url'] as string);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('audio/wav');
    expect(headers.get('accept-ranges')).toBe('bytes');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-disposition')).toBe(`inline; filename="${call['id'] as string}.wav"`);
    expect(headers.get('x-request-id')).toMatch(/^req_/);
    expect(bytes.toString('latin1', 0, 16)).toMatch(/^RIFF....WAVEfmt $/s);
    expect([20, 22, 32, 34].map((at) => bytes.readUInt16LE(at))).toEqual([1, 2, 4, 16]);
    expect(bytes.readUInt32LE(24)).toBe(8_000);
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    const seconds = (bytes.length - 44) / 32_000;
    expect(Math.abs(seconds - (call['duration_seconds'] as number))).toBeLessThan(1);
    const turns = call['outcome'].transcript as { speaker: string; start_ms: number; end_ms: number }[];
    expect(new Set(turns.map(({ speaker }) => speaker))).toEqual(new Set(['agent', 'contact']));
    let silentFrom = 0;
    for (const { speaker, start_ms, end_ms } of turns) {
      const own = speaker === 'contact' ? 1 : 0;
      expect(rms(bytes, own, start_ms, end_ms)).toBeGreaterThan(1_000);
      expect(rms(bytes, own, start_ms, start_ms + 200)).toBeGreaterThan(300);
      expect(rms(bytes, own, end_ms - 200, end_ms)).toBeGreaterThan(300);
      expect(rms(bytes, own === 1 ? 0 : 1, start_ms, end_ms)).toBeLessThan(1);
      if (start_ms > silentFrom) {
        expect(rms(bytes, 0, silentFrom, start_ms)).toBeLessThan(1);
        expect(rms(bytes, 1, silentFrom, start_ms)).toBeLessThan(1);
      }
      silentFrom = end_ms;
    }
  });

  test('has one speaker for a silent contact, and the human of a transfer on the agent’s side', async () => {
    const silent = await called('0010');
    const { bytes } = await listen(silent['recording_url'] as string);
    const end = (silent['duration_seconds'] as number) * 1_000;
    expect(rms(bytes, 0, 0, end)).toBeGreaterThan(100);
    expect(rms(bytes, 1, 0, end)).toBe(0);
    const agent = await makeAgent(service, account, { name: 'Desk', handoff_numbers: ['+919812345678'] });
    const call = await called('0012', { agent_id: agent });
    const human = (call['outcome'].transcript as Json[]).find(({ speaker }) => speaker === 'human');
    const transferred = await listen(call['recording_url'] as string);
    expect(
      rms(transferred.bytes, 0, human?.['start_ms'] as number, human?.['end_ms'] as number),
    ).toBeGreaterThan(1_000);
  });

  test('is served in ranges, with the same bytes each time', async () => {
    const call = await called();
    const url = call['recording_url'] as string;
    const [whole, again, head] = await Promise.all([listen(url), listen(url), listen(url, {}, 'HEAD')]);
    expect(again.bytes.equals(whole.bytes)).toBe(true);
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    const size = whole.bytes.length;
    expect(head.headers.get('content-length')).toBe(String(size));
    const parts: [string, number, number][] = [
      ['bytes=0-43', 0, 43],
      ['bytes=100-', 100, size - 1],
      ['bytes=-500', size - 500, size - 1],
      [`bytes=0-${size * 2}`, 0, size - 1],
      [`bytes=-${size * 2}`, 0, size - 1],
      ['Bytes=5-5', 5, 5],
    ];
    for (const [range, start, end] of parts) {
      const part = await listen(url, { Range: range });
      expect([range, part.status]).toEqual([range, 206]);
      expect(part.headers.get('content-range')).toBe(`bytes ${start}-${end}/${size}`);
      expect(part.headers.get('content-length')).toBe(String(end - start + 1));
      expect(part.bytes.equals(whole.bytes.subarray(start, end + 1))).toBe(true);
    }
    const ignored = [
      `bytes=${size}-`,
      'bytes=9-5',
      'bytes=-0',
      'bytes=-',
      'bytes=0-1,5-6',
      'lines=1-2',
      'bytes=a-b',
    ];
    for (const range of ignored) {
      const { status, bytes, headers } = await listen(url, { Range: range });
      expect([range, status, bytes.length]).toEqual([range, 200, size]);
      expect(headers.get('content-range')).toBeNull();
    }
    const changed = await listen(url, { Range: 'bytes=0-9', 'If-Range': '"x"' });
    expect([changed.status, changed.bytes.length]).toEqual([200, size]);
    const rangedHead = await listen(url, { Range: 'bytes=0-9' }, 'HEAD');
    expect([rangedHead.status, rangedHead.headers.get('content-length')]).toEqual([200, String(size)]);
  });

  test('is rendered once, at the first request', async () => {
    const call = await called('5678');
    const recordings = join(folder.path, 'recordings');
    const name = `${call['id'] as string}.wav`;
    const record = jest.spyOn(service.app.get(TalkRecorder, { strict: false }), 'record');
    expect(readdirSync(recordings)).not.toContain(name);
    const url = call['recording_url'] as string;
    const all = await Promise.all(Array.from({ length: 8 }, () => listen(url)));
    expect((await listen(url)).bytes.equals(all[0]?.bytes ?? Buffer.alloc(0))).toBe(true);
    expect(new Set(all.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1);
    expect(record).toHaveBeenCalledTimes(1);
    expect(readdirSync(recordings)).toContain(name);
    expect(readdirSync(join(recordings, 'unfinished'))).toEqual([]);
  });

  test('is deleted with the transcript after RETENTION_DAYS', async () => {
    const call = await called();
    await listen(call['recording_url'] as string);
    const name = `${call['id'] as string}.wav`;
    expect(readdirSync(join(folder.path, 'recordings'))).toContain(name);
    await service.advance(29 * DAY_MS);
    const fresh = (await read(call['id'] as string))['recording_url'] as string;
    expect((await listen(fresh)).status).toBe(200);
    await service.advance(DAY_MS - 60_000);
    const last = (await read(call['id'] as string))['recording_url'] as string;
    await service.advance(120_000);
    expect(readdirSync(join(folder.path, 'recordings'))).not.toContain(name);
    expect((await listen(last)).status).toBe(404);
    expect(await read(call['id'] as string)).not.toHaveProperty('recording_url');
  });
});
