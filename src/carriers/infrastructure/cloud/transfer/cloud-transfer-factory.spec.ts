import { settled } from '../../../../../test/harness/simulated-network';
import type { StreamLeg } from '../../../../media';
import type { DialTrace } from '../../shared/dial-traces';
import type { LegServices } from '../../shared/leg-services';
import type { RedirectInstruction } from '../adapter';
import { CloudAnsweredLeg } from '../cloud-answered-leg';
import type { CloudTrunk } from '../cloud-trunk';
import type { CloudGateway } from '../gateway/cloud-gateway';
import { TWILIO } from '../twilio/twilio';
import { CloudTransferFactory, type CloudTransferFactoryOptions } from './cloud-transfer-factory';

/** A transfer of a call with 12.3 s left. @param carrierCallId null: the carrier has not named the call */
function beginTransfer(carrierCallId: string | null) {
  const redirects: string[] = [];
  const told: string[] = [];
  const legs = { storeToken: () => Promise.resolve(true) };
  const end = () => Promise.resolve();
  const options = {
    call: { talk: { maxSeconds: 12.3 } } as CloudTransferFactoryOptions['call'],
    accountId: 'acc_1',
    isRecorded: true,
    adapter: TWILIO,
    gateway: {
      addresses: (_kind: string, token: string, kinds: readonly string[]) =>
        Object.fromEntries(kinds.map((kind) => [kind, `https://a/${token}/${kind}`])),
    } as unknown as CloudGateway,
    services: {
      allocateTransferLeg: () =>
        Promise.resolve({ order: { id: 'leg', routes: [{ trunkId: 't', callerId: '+1' }] }, leg: {} }),
      rows: () => ({ now: () => new Date(0), legs, channels: { end }, trace: { store: end } }),
    } as unknown as LegServices,
    trace: {} as DialTrace,
    register: () => undefined,
  };
  const phone = {
    onAnswered: () => undefined,
    play: () => Promise.resolve(),
    clear: () => Promise.resolve(0),
  };
  const timers = { after: () => () => undefined, now: () => 0 };
  const contact = new CloudAnsweredLeg(phone as unknown as StreamLeg, {
    timers,
    socket: () => null,
    hangUp: () => undefined,
    waitForReconnect: () => undefined,
  });
  const redirectCall = (id: string, { response }: RedirectInstruction) => {
    redirects.push(`${id} ${response.body}`);
    return Promise.resolve();
  };
  const control = new CloudTransferFactory(options).of({
    contact,
    trunk: { id: 't', withTrace: () => ({ redirectCall }) } as unknown as CloudTrunk,
    carrierCallId: () => carrierCallId,
    token: 'TOKEN',
    onProgress: (message) => void told.push(message),
  });
  const transfer = control?.begin(['+912'], () => undefined);
  return { redirects, told, stop: () => transfer?.stop() };
}

describe('CloudTransferFactory', () => {
  it('rings a target no longer than the call may last', async () => {
    const { redirects, stop } = beginTransfer('CA1');
    await settled();
    stop();
    expect(redirects).toEqual([
      expect.stringMatching(/^CA1 .*timeLimit="13".*https:\/\/a\/TOKEN\/recording/),
    ]);
  });

  it('rings nobody for a call whose id is unknown', async () => {
    const { redirects, told } = beginTransfer(null);
    await settled();
    expect([redirects, told]).toEqual([[], ['Nobody took the call.']]);
  });
});
