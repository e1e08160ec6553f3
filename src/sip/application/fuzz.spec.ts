import fc from 'fast-check';
import { FUZZ_SECONDS, hostile } from '../../../test/phone/harness/hostile';
import { PEER, SDP, requestText } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';

test(
  `throws nothing, leaves nothing and disturbs no other call for any input of a known source (${FUZZ_SECONDS} s)`,
  async () => {
    const until = performance.now() + FUZZ_SECONDS * 1_000;
    while (performance.now() < until) {
      const driver = new UserAgentDriver();
      driver.known = () => true;
      const { session } = await driver.talking();
      const flows = [driver.flow(), driver.flow({ ...PEER, transport: 'tcp' }, true)];
      for (const octets of fc.sample(hostile, 200)) {
        for (const flow of flows) if (flow.open) await driver.receive(octets, flow);
        // Half of them within limits, half beyond.
        driver.clock.advance(10);
      }
      expect(driver.warnings).toEqual([]);
      expect(session.ended).toBe(false);
      for (const call of driver.incoming) call.reject(486);
      driver.clock.advance(60_000);
      await driver.receive(requestText('INVITE', { body: SDP, callId: 'after', branch: 'z9hG4bK-after' }));
      expect(driver.incoming.at(-1)?.callId).toBe('after');
      driver.incoming.at(-1)?.reject(486);
      driver.clock.advance(60_000);
      expect(driver.userAgent.load).toEqual({ transactions: 0, sessions: 1 });
      expect(driver.clock.running).toBe(0);
    }
  },
  FUZZ_SECONDS * 1_000 + 60_000,
);
