import { HumanCallDialer } from '../../src/human-calls/application/dispatch/human-call-dialer';
import { Carriers } from '../../src/carriers';
import { TestApp } from '../harness/app';
import { number } from '../harness/builders';
import { HumanCallTests } from '../harness/human-calls';

/** Phones ring for 200 ms before they answer, 2.25 s without an answer; a talk to the limit lasts 3 minutes. */
const SPEED = 20;

describe('takeover of human calls from a dead worker', () => {
  /** Its leases run out, and its network goes without a word. */
  const die = async (own: TestApp, id: unknown) => {
    (own.app.get(Carriers, { strict: false }).find('simulator') as unknown as { close(): void }).close();
    await own.unitOfWork.affected(
      `UPDATE line_use SET worker = 'dead', lease_until = lease_until - interval '1 minute' WHERE call_id = $1`,
      [id],
    );
    await own.advance(0);
  };

  test.each([
    ['ringing_counsellor', '0003', '1000', 'failed'],
    ['connecting', '1000', '0003', 'failed'],
    ['in_progress', '1000', '0014', 'completed'],
  ])(
    'ends a call in %s with phones %s and %s: %s, and dials nothing again',
    async (status, one, other, end) => {
      const own = await TestApp.start({ SIMULATOR_SPEED: String(SPEED) });
      try {
        const mine = new HumanCallTests(own, await own.account());
        const carrier = own.app.get(Carriers, { strict: false }).find('simulator')!;
        const asked = jest.spyOn(carrier, 'bridge');
        const { id } = await mine.call({
          counsellor_id: await mine.counsellor(one),
          phone_number: number(other),
          analyze: true,
        });
        await mine.reaches(id, status);
        await die(own, id);
        const call = await mine.final(id);
        expect(call).toMatchObject({
          status: end,
          status_reason: expect.any(String),
          analysis: { status: 'skipped', reason: 'no_recording' },
        });
        expect(asked).toHaveBeenCalledTimes(1);
        expect(await mine.events(id)).toHaveLength(1);
        expect(await mine.charges()).toHaveLength(end === 'completed' ? 1 : 0);
        expect(await mine.credits()).toMatchObject({ reserved: 0 });
      } finally {
        await own.stop();
      }
    },
  );

  test('fails a call between the commit and the carrier, and rings no phone', async () => {
    const own = await TestApp.start({ SIMULATOR_SPEED: '1' });
    try {
      const mine = new HumanCallTests(own, await own.account());
      const carrier = own.app.get(Carriers, { strict: false }).find('simulator')!;
      const asked = jest.spyOn(carrier, 'bridge');
      jest.spyOn(own.app.get(HumanCallDialer, { strict: false }), 'place').mockResolvedValueOnce();
      const { id } = await mine.call({ counsellor_id: await mine.counsellor() });
      await mine.reaches(id, 'ringing_counsellor');
      await die(own, id);
      expect(await mine.final(id)).toMatchObject({ status: 'failed' });
      expect(asked).not.toHaveBeenCalled();
    } finally {
      await own.stop();
    }
  });

  test('looks a dial without a response up, and never orders it again', async () => {
    const own = await TestApp.start();
    try {
      const mine = new HumanCallTests(own, await own.account());
      const carrier = own.app.get(Carriers, { strict: false }).find('simulator')!;
      const asked = jest.spyOn(carrier, 'bridge').mockResolvedValue({ kind: 'unknown', reason: 'time-out' });
      const { id } = await mine.call({ counsellor_id: await mine.counsellor() });
      expect(await mine.final(id)).toMatchObject({ status: 'failed' });
      expect(asked).toHaveBeenCalledTimes(1);
    } finally {
      await own.stop();
    }
  });
});
