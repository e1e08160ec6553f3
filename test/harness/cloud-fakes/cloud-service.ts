import { TelephonyOperations } from '../../../src/cli/telephony-operations';
import { MediaProcess } from '../../../src/telephony/application/media-process';
import { eventually, TestApp } from '../app';
import { freePort } from '../free-port';
import { makeTrunk } from '../trunks';
import { ACCOUNT_SID, AUTH_TOKEN } from './fake-twilio';

/** A service that cloud carriers on this machine reach. */
export async function cloudService(
  environment: Record<string, string> = {},
  log?: (line: string) => void,
): Promise<TestApp> {
  return TestApp.start({ ...(await reachable()), ...environment }, undefined, log);
}

/** What makes a process of a service reachable for carriers. */
export async function reachable(): Promise<Record<string, string>> {
  const port = await freePort();
  return { HOST: '127.0.0.1', MEDIA_PORT: String(port), MEDIA_PUBLIC_URL: `http://127.0.0.1:${port}` };
}

/** A trunk to a fake of Twilio, once its credentials were accepted; with its address for calls that come in. */
export async function twilioTrunk(
  service: TestApp,
  baseUrl: string,
  options: Record<string, unknown> = {},
): Promise<{ id: string; inboundUrl: string }> {
  const { id } = await makeTrunk(service, 'twilio', {
    ...{ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, baseUrl, callerId: '+12025550100' },
    ...{ cps: '100', channels: '100', ...options },
  });
  const process = service.app.get(MediaProcess, { strict: false });
  const shown = await eventually(async () => {
    await process.sync();
    const trunk = await new TelephonyOperations(service.app).showTrunk(id);
    expect(trunk.state).toMatchObject([{ state: 'up' }]);
    return trunk;
  });
  return { id, inboundUrl: shown.inbound_url ?? '' };
}
