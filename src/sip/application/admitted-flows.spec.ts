import { PEER, requestText, responseText, SDP } from '../../../test/phone/harness/sip-texts';
import { UserAgentDriver } from '../../../test/phone/harness/user-agent-driver';

const PROXY = { transport: 'tcp', address: '203.0.113.7', port: 40_000 } as const;
const ROUTED = { headers: [`Record-Route: <sip:${PROXY.address};lr>`] };

/** A call through a proxy that is no known source. */
async function routed() {
  const driver = new UserAgentDriver();
  const { session } = await driver.talking({}, ROUTED);
  const { callId, localTag: toTag, remoteTag: fromTag } = session.record;
  const request = (method: string, cseq: number) =>
    requestText(method, { callId, toTag, fromTag, cseq, transport: 'TCP' });
  return { driver, request };
}

describe('a connection is admitted', () => {
  test('by a request within a dialog', async () => {
    const { driver, request } = await routed();
    const flow = driver.flow(PROXY, true);
    await driver.receive(request('OPTIONS', 2), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('by a request of a known source', async () => {
    const driver = new UserAgentDriver();
    const flow = driver.flow({ ...PEER, transport: 'tcp' }, true);
    await driver.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('by the response to a request that went there', async () => {
    const driver = new UserAgentDriver();
    const { invite } = await driver.calling({ targets: [PROXY] });
    const flow = driver.flow({ ...PROXY, port: 40_001 }, true);
    await driver.receive(responseText(invite, 180), flow);
    expect(flow.isAdmitted).toBe(true);
  });

  test('and is then not closed for a request that is dropped', async () => {
    const { driver, request } = await routed();
    const flow = driver.flow(PROXY, true);
    await driver.receive(request('OPTIONS', 2), flow);
    await driver.receive(requestText('INVITE', { body: SDP, transport: 'TCP' }), flow);
    expect([flow.open, driver.dropped]).toEqual([true, ['unknown_source']]);
  });
});

describe('a connection is not admitted', () => {
  test('by a request of a stranger, also within a dialog', async () => {
    const { driver, request } = await routed();
    for (const text of [requestText('INVITE', { body: SDP }), request('BYE', 2)]) {
      const flow = driver.flow({ ...PROXY, address: '198.51.100.7' }, true);
      await driver.receive(text, flow);
      expect([flow.isAdmitted, flow.open]).toEqual([false, false]);
    }
  });

  test('by a response from elsewhere, or to nothing', async () => {
    const driver = new UserAgentDriver();
    const { invite } = await driver.calling();
    const flow = driver.flow(PROXY, true);
    await driver.receive(responseText(invite, 180), flow);
    await driver.receive(responseText(invite, 180).replaceAll('z9hG4bK', 'z9hG4bKx'), flow);
    expect(flow.isAdmitted).toBe(false);
  });

  test('and is then closed for a response to nothing, also from a known source', async () => {
    const driver = new UserAgentDriver();
    const { invite } = await driver.calling();
    const stray = responseText(invite, 180).replaceAll('z9hG4bK', 'z9hG4bKx');
    const flow = driver.flow({ ...PEER, transport: 'tcp' }, true);
    await driver.receive(stray, flow);
    expect([flow.open, driver.dropped]).toEqual([false, ['stray_response']]);
    const admitted = driver.flow({ ...PEER, transport: 'tcp' }, true);
    await driver.receive(requestText('OPTIONS', { transport: 'TCP' }), admitted);
    await driver.receive(stray, admitted);
    expect([admitted.open, driver.dropped]).toEqual([true, ['stray_response', 'stray_response']]);
  });
});
