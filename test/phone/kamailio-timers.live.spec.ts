import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from './harness/foreign';
import { Kamailio } from './harness/kamailio';
import { at, Phone } from './harness/phone';
import { startSipp } from './harness/sipp';

describeWith(['kamailio', 'sipp'], 'Kamailio that requires session timers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'aics-timers-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(['udp', 'tcp'] as const)(
    'repeats the INVITE with the time of a 422 when Kamailio raises Min-SE over %s',
    async (transport) => {
      const texts: string[] = [];
      const phone = await Phone.open({ hooks: { known: () => true, trace: ({ text }) => texts.push(text) } });
      const far = await startSipp('timers/behind-proxy');
      const proxy = await Kamailio.withTimers(join(folder, transport), far.port);
      try {
        const placed = phone.place(at(proxy.port, transport));
        await (await placed.answered).hangUp();
        await far.done;
        const invites = texts.filter((text) => text.startsWith('INVITE '));
        expect(invites.map((text) => /^Session-Expires: (\d+)/m.exec(text)?.[1])).toEqual(['1800', '3600']);
        expect(invites[1]).toMatch(/^Min-SE: 3600\r$/m);
        expect(texts.filter((text) => text.startsWith('SIP/2.0 422'))).toHaveLength(1);
        // SIPp has no timers: the 2xx has the proxy's.
        const answer = texts.find((text) => text.startsWith('SIP/2.0 200') && /^CSeq: 2 INVITE/m.test(text));
        expect(answer).toMatch(/^Session-Expires: 3600;refresher=uac/m);
        expect(phone.warnings).toEqual([]);
      } finally {
        far.kill();
        await proxy.stop();
        await phone.close();
      }
    },
  );
});
