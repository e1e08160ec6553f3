import fc from 'fast-check';
import { FUZZ_SECONDS, hostile } from '../../../test/phone/harness/hostile';
import { PEER, SDP, requestText } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';

test(
  `whatever a known source sends, nothing throws, nothing stays, no other call is disturbed (${FUZZ_SECONDS} s)`,
  async () => {
    const until = performance.now() + FUZZ_SECONDS * 1_000;
    while (performance.now() < until) {
      const stage = new Stage();
      stage.known = () => true;
      const { session } = await stage.talking();
      const flows = [stage.flow(), stage.flow({ ...PEER, transport: 'tcp' }, true)];
      for (const octets of fc.sample(hostile, 200)) {
        for (const flow of flows) if (flow.open) await stage.receive(octets, flow);
        // Half of them within limits, half beyond.
        stage.clock.advance(10);
      }
      expect(stage.warnings).toEqual([]);
      expect(session.ended).toBe(false);
      for (const call of stage.incoming) call.reject(486);
      stage.clock.advance(60_000);
      await stage.receive(requestText('INVITE', { body: SDP, callId: 'after', branch: 'z9hG4bK-after' }));
      expect(stage.incoming.at(-1)?.callId).toBe('after');
      stage.incoming.at(-1)?.reject(486);
      stage.clock.advance(60_000);
      expect(stage.userAgent.load).toEqual({ transactions: 0, sessions: 1 });
      expect(stage.clock.running).toBe(0);
    }
  },
  FUZZ_SECONDS * 1_000 + 60_000,
);
