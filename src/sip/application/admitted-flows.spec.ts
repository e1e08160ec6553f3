import { PEER, requestText, responseText, SDP } from '../../../test/phone/harness/sip-texts';
import { Stage } from '../../../test/phone/harness/stage';

const PROXY = { transport: 'tcp', address: '203.0.113.7', port: 40_000 } as const;
const ROUTED = { headers: [`Record-Route: <sip:${PROXY.address};lr>`] };

/** A call through a proxy that is no known source. */
async function routed() {
  const stage = new Stage();
  const { session } = await stage.talking({}, ROUTED);
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  const request = (method: string, cseq: number) =>
    requestText(method, { callId, toTag, fromTag, cseq, transport: 'TCP' });
  return { stage, request };
}

describe('a connection is admitted', () => {
  test('by a request within a dialog', async () => {
    const { stage, request } = await routed();
    const flow = stage.flow(PROXY, true);
    await stage.receive(request('OPTIONS', 2), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('by a request of a known source', async () => {
    const stage = new Stage();
    const flow = stage.flow({ ...PEER, transport: 'tcp' }, true);
    await stage.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('by the response to a request that went there', async () => {
    const stage = new Stage();
    const { invite } = await stage.calling({ targets: [PROXY] });
    const flow = stage.flow({ ...PROXY, port: 40_001 }, true);
    await stage.receive(responseText(invite, 180), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('and then not closed for a request that is dropped', async () => {
    const { stage, request } = await routed();
    const flow = stage.flow(PROXY, true);
    await stage.receive(request('OPTIONS', 2), flow);
    await stage.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
    expect([flow.open, stage.dropped]).toEqual([true, ['unknown_source']]);
  });
});

describe('a connection is not admitted', () => {
  test('by a request of a stranger, also within a dialog', async () => {
    const { stage, request } = await routed();
    for (const text of [requestText('INVITE', { body: SDP }), request('BYE', 2)]) {
      const flow = stage.flow({ ...PROXY, address: '198.51.100.7' }, true);
      await stage.receive(text, flow);
      expect([flow.isAdmitted, flow.open]).toEqual([false, false]);
    }
  });

  test('by a response from elsewhere, or to nothing', async () => {
    const stage = new Stage();
    const { invite } = await stage.calling();
    const flow = stage.flow(PROXY, true);
    await stage.receive(responseText(invite, 180), flow);
    await stage.receive(responseText(invite, 180).replaceAll('z9hG4bK', 'z9hG4bKx'), flow);
    expect(flow.isAdmitted).toBe(false);
  });

  test('and then closed for a response to nothing, also from a known source', async () => {
    const stage = new Stage();
    const { invite } = await stage.calling();
    const stray = responseText(invite, 180).replaceAll('z9hG4bK', 'z9hG4bKx');
    const flow = stage.flow({ ...PEER, transport: 'tcp' }, true);
    await stage.receive(stray, flow);
    expect([flow.open, stage.dropped]).toEqual([false, ['stray_response']]);
    const admitted = stage.flow({ ...PEER, transport: 'tcp' }, true);
    await stage.receive(requestText('OPTIONS', { transport: 'TCP' }), admitted);
    await stage.receive(stray, admitted);
    expect([admitted.open, stage.dropped]).toEqual([true, ['stray_response', 'stray_response']]);
  });
});
