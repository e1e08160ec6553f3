import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { eventually, TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { ConsoleTests, type SignedInPerson } from '../harness/console';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';
import { makeTrunk } from '../harness/trunks';
import { hangUpAll, Softphone } from '../phone/harness/softphone';

compileThreads();
jest.setTimeout(60_000);

const HOST = '127.0.0.1';
const LINE = {
  codec: expect.stringMatching(/^PCM[AU]$/),
  encrypted: false,
  in: {
    mos: expect.any(Number),
    jitter_ms: expect.any(Number),
    lost_percent: expect.any(Number),
    late_percent: expect.any(Number),
  },
  out: { mos: expect.any(Number), lost_percent: expect.any(Number), jitter_ms: expect.any(Number) },
  round_trip_ms: expect.anything(),
  delay_ms: expect.any(Number),
};

let service: TestApp;
let account: SipAccount;
let admin: SignedInPerson;
let tests: ConsoleTests;
let trunkId: string;

beforeAll(async () => {
  service = await TestApp.start({ SIP_HOST: HOST, SIP_PORT: '0', RTP_PORTS: '0' });
  tests = new ConsoleTests(service);
  const phone = await Softphone.listening(HOST, '--hang-up-after', '12');
  const { id } = await makeTrunk(
    service,
    'sip',
    { server: [phone.address], callerId: '+912248001000' },
    'mumbai-1',
  );
  trunkId = id;
  account = await sipAccount(service, [id]);
  admin = await tests.person(account.id, ['ADMIN']);
});
afterAll(async () => {
  await hangUpAll();
  await service.stop();
});

test('shows the line of a call during and after it, and counts it for its trunk', async () => {
  const id = await queueCall(service, account, number('0001'));
  const context = async () => (await tests.http(admin.headers).get(`/calls/${id}/context`).expect(200)).body;
  await reaches(service, account, id, 'in_progress');
  const running = await eventually(async () => {
    const { line, live } = await context();
    expect(line).not.toBeNull();
    expect(live.status).toBe('in_progress');
    return line;
  }, 10_000);
  expect(running.in).toEqual(LINE.in);
  await reaches(service, account, id, 'completed');
  const { line } = await context();
  expect(line).toEqual(LINE);
  expect(line.in).toMatchObject({ lost_percent: 0 });

  const mos = (direction: 'in' | 'out') => line[direction].mos.toFixed(1);
  const { data } = await service.api(account).get(`/calls/${id}/timeline`);
  const told = data.filter(({ type }) => type === 'media').map(({ message }) => message);
  expect(told).toEqual([
    expect.stringMatching(/^Codec PCM[AU]\.$/),
    expect.stringMatching(/^Codec PCM[AU]; packets received \d+, lost 0, sent \d+\.$/),
    expect.stringMatching(
      new RegExp(`^MOS ${mos('in')} in, ${mos('out')} out; jitter \\d+ ms; lost 0 %; delay \\d+ ms\\.$`),
    ),
  ]);

  const trunk = await new TelephonyOperations(service.app).trunks.show(trunkId);
  expect(trunk).toMatchObject({
    quality: { calls: 1, mos_median: line.in.mos, mos_p10: line.in.mos, lost_percent: 0 },
  });
  const metrics = await (await fetch(`${service.origin}/metrics`)).text();
  expect(metrics).toMatch(/aics_line_mos_count\{trunk="mumbai-1",direction="in"\} 1/);
  expect(metrics).toMatch(/aics_line_mos_count\{trunk="mumbai-1",direction="out"\} 1/);
  expect(metrics).toMatch(/aics_line_jitter_seconds_count\{trunk="mumbai-1"\} 1/);
  expect(metrics).toMatch(/aics_line_loss_ratio_count\{trunk="mumbai-1",direction="in"\} 1/);
});
