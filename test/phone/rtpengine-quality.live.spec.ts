import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TestApp } from '../harness/app';
import { compileThreads, queueCall, reaches, sipAccount, sipTrunk } from '../harness/sip-accounts';
import { describeWith } from './harness/foreign';
import { Kamailio } from './harness/kamailio';
import { hangUpAll, Softphone } from './harness/softphone';
import { writeTones } from './harness/sounds';

compileThreads();

const PASSWORD = 'correct-horse';
const NUMBER = '+919812345670';

interface Line {
  readonly in: { readonly mos: number };
  readonly out: { readonly mos: number } | null;
}

describeWith(['kamailio', 'rtpengine'], 'the quality of a line, as rtpengine sees it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-rtpengine-'));
  const file = (name: string) => join(folder, name);
  let service: TestApp;
  beforeAll(async () => {
    writeTones(file('says.wav'), 800, 900);
    service = await TestApp.start({ SIP_HOST: '127.0.0.1', SIP_PORT: '0', RTP_PORTS: '0' });
  });
  afterEach(hangUpAll);
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  // rtpengine takes 2.5 points of R for each percent of loss, G.113 fewer the more is lost: beyond 5 % they part.
  test.each([0, 2])(
    'measures a MOS within 0.2 of that of rtpengine in both directions, with a loss of %d in 100',
    async (loss) => {
      const trunk = await Kamailio.start(file(`kamailio-${loss}`), PASSWORD);
      const account = [
        '--register',
        `sip:${NUMBER}@${trunk.address}`,
        '--username',
        NUMBER,
        '--password',
        PASSWORD,
      ];
      const options = ['--say', file('says.wav'), '--hang-up-after', '25', '--loss', String(loss)];
      const phone = await Softphone.listening('127.0.0.1', ...account, ...options);
      await phone.until('registered');
      const login = { username: '100', password: PASSWORD, keepAlive: '0' };
      const caller = await sipAccount(service, [await sipTrunk(service, trunk.address, login)]);
      const call = await queueCall(service, caller, NUMBER);
      await reaches(service, caller, call, 'completed', 45_000);
      const [leg] = await service.unitOfWork.rows<{ line: Line }>(
        'SELECT line FROM legs WHERE account_id = $1',
        [caller.id],
      );
      await trunk.stop();
      const theirs = [...trunk.media.matchAll(/Average MOS (\d\.\d)/g)].map(([, mos]) => Number(mos)).sort();
      const ours = [leg?.line.in.mos, leg?.line.out?.mos].map(Number).sort();
      expect(theirs).toHaveLength(2);
      for (const [index, mos] of ours.entries()) {
        // Both are rounded to tenths.
        expect(Math.round(10 * Math.abs(mos - (theirs[index] ?? 0)))).toBeLessThanOrEqual(2);
      }
      expect(Math.max(...ours)).toBeLessThanOrEqual(loss === 0 ? 4.4 : 4.3);
    },
  );
});
