import { HandMovedTime, settled } from '../../../../test/harness/simulated-network';
import { CloudOutboundLeg } from './cloud-outbound-leg';

test('a call that is hung up before its id is known is hung up once it is known', async () => {
  let respond: (carrierCallId: string) => void = () => undefined;
  const ended: string[] = [];
  const leg = new CloudOutboundLeg({
    create: () => new Promise((resolve) => (respond = resolve)),
    rest: {
      listCalls: () => Promise.resolve([]),
      cancelCall: () => Promise.resolve(false),
      endCall: (id) => {
        ended.push(id);
        return Promise.resolve();
      },
    },
    request: { to: '+1', from: '+2', ringSeconds: 45 },
    timers: new HandMovedTime(),
    since: new Date(0),
    isOthers: () => Promise.resolve(false),
    listener: {
      onCallId: () => undefined,
      onRinging: () => undefined,
      onAnswered: () => undefined,
      onFailed: () => undefined,
      onCanceled: () => undefined,
      onEnded: () => undefined,
    },
  });
  // The stream came before the response to the request.
  leg.answer();
  leg.hangUp();
  respond('CA1');
  await settled();
  expect(ended).toEqual(['CA1']);
});
