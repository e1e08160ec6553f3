import { SipStack } from '../../src/telephony/infrastructure/sip/sip-stack';
import { eventually, type TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { cloudService, twilioTrunk } from '../harness/cloud-fakes/cloud-service';
import { type FakeCallScript, FakeTwilio } from '../harness/cloud-fakes/fake-twilio';
import { compileThreads, queueCall, reaches, type SipAccount, sipAccount } from '../harness/sip-accounts';

compileThreads();

interface Case extends FakeCallScript {
  readonly becomesHere: 'completed' | 'busy' | 'no_answer' | 'failed';
  readonly expected?: object;
}

const UNPLACED = { status_reason: 'The carrier could not place the call (486).' };
const UNREACHABLE = { status_reason: 'The number does not exist or cannot be reached.' };

/** All at once, over one trunk: what becomes of a call at Twilio, and of ours. */
const CASES: Readonly<Record<string, Case>> = {
  'the contact hangs up': {
    hangUpAfterMs: 700,
    becomesHere: 'completed',
    expected: { ended_by: 'contact', recording_url: expect.any(String) as string },
  },
  'each callback comes twice': {
    hangUpAfterMs: 700,
    weather: { doubled: true },
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'callbacks overtake each other': {
    hangUpAfterMs: 700,
    weather: { delays: [300, 0, 500, 100] },
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'callbacks are late, by more than the call takes': {
    hangUpAfterMs: 300,
    weather: { delays: [1_500] },
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'no callback arrives': {
    hangUpAfterMs: 700,
    weather: { lost: true },
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'callbacks come before the answer to the request': {
    hangUpAfterMs: 700,
    answerMs: 600,
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'the answer to the request is lost': {
    hangUpAfterMs: 700,
    answerLost: true,
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
  'the answer is lost, and all callbacks: it is looked up': {
    becomes: 'busy',
    answerLost: true,
    weather: { lost: true },
    becomesHere: 'busy',
  },
  'the phone is busy': { becomes: 'busy', becomesHere: 'busy' },
  'nobody answers': { becomes: 'no-answer', becomesHere: 'no_answer' },
  'it fails': { becomes: 'failed', sipCode: 486, becomesHere: 'failed', expected: UNPLACED },
  'the number is none': { refused: [400, 21_211], becomesHere: 'failed', expected: UNREACHABLE },
  'the country is not allowed': {
    refused: [400, 21_215],
    becomesHere: 'failed',
    expected: { status_reason: 'The carrier refused: 21215, it does not allow the call' },
  },
  'who answers hangs up before the audio': {
    gone: true,
    becomesHere: 'completed',
    expected: { duration_seconds: 0, ended_by: 'contact' },
  },
  'the stream is cut without a word': {
    cutAfterMs: 300,
    weather: { lost: true },
    becomesHere: 'completed',
    expected: { status_reason: 'The connection was lost during the talk.' },
  },
  'the stream is cut, and the carrier says that it is over': {
    cutAfterMs: 300,
    becomesHere: 'completed',
    expected: { ended_by: 'contact' },
  },
};

let service: TestApp;
let twilio: FakeTwilio;
let account: SipAccount;
let openRtp: jest.SpyInstance;
const placed = new Map<string, { id: string; phone: string }>();

beforeAll(async () => {
  twilio = await FakeTwilio.open();
  service = await cloudService();
  openRtp = jest.spyOn(service.app.get(SipStack, { strict: false }).legs, 'openRtp');
  const trunk = await twilioTrunk(service, twilio.url);
  account = await sipAccount(service, [trunk.id], { carrier: 'twilio' });
  for (const [name, script] of Object.entries(CASES)) {
    const phone = number('0001');
    twilio.will(phone, script);
    placed.set(name, { phone, id: await queueCall(service, account, phone) });
  }
}, 120_000);
afterAll(async () => {
  await service.stop();
  await twilio.close();
});

test.each(Object.entries(CASES))(
  '%s',
  async (name, { becomesHere, expected = {}, refused }) => {
    const { id = '', phone = '' } = placed.get(name) ?? {};
    await reaches(service, account, id, becomesHere, 25_000);
    await eventually(async () => {
      expect(await service.api(account).get(`/calls/${id}`)).toMatchObject(expected);
    });
    // Asked once, whatever was lost.
    expect(twilio.callsTo(phone)).toHaveLength(refused ? 0 : 1);
    const legs = await service.unitOfWork.rows<{ open: boolean; carrier_id: string | null }>(
      'SELECT ended_at IS NULL AS open, carrier_id FROM legs WHERE call_id = $1',
      [id],
    );
    expect(legs).toEqual([{ open: false, carrier_id: twilio.callsTo(phone)[0]?.sid ?? null }]);
  },
  30_000,
);

test('every callback that was sent was taken in the end', async () => {
  await twilio.network.quiet();
  expect(twilio.network.sent.filter(({ status }) => status !== 200)).toEqual([]);
});

test('calls over the web take no ports of RTP', () => {
  expect(openRtp).not.toHaveBeenCalled();
});
