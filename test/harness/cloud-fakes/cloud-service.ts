import { TelephonyOperations } from '../../../src/cli/telephony-operations';
import { TrunkSync } from '../../../src/carriers/application/trunk-sync';
import { eventually, TestApp } from '../app';
import { freePort } from '../free-port';
import { makeTrunk } from '../trunks';
import * as exotel from './fake-exotel';
import * as plivo from './fake-plivo';
import * as twilio from './fake-twilio';

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

/** What the operator of a trunk to each fake gives. */
const OPTIONS = {
  twilio: { accountSid: twilio.ACCOUNT_SID, authToken: twilio.AUTH_TOKEN, callerId: '+12025550100' },
  plivo: { authId: plivo.AUTH_ID, authToken: plivo.AUTH_TOKEN, callerId: '+911140000001' },
  exotel: {
    accountSid: exotel.ACCOUNT_SID,
    apiKey: exotel.API_KEY,
    apiToken: exotel.API_TOKEN,
    callerId: '+911140000001',
  },
};

/** A trunk to a fake carrier, once its credentials were accepted; with its address for calls that come in. */
export async function cloudTrunk(
  service: TestApp,
  kind: keyof typeof OPTIONS,
  baseUrl: string,
  options: Record<string, unknown> = {},
): Promise<{ id: string; inboundUrl: string }> {
  const { id } = await makeTrunk(service, kind, {
    ...OPTIONS[kind],
    baseUrl,
    cps: '100',
    channels: '100',
    ...options,
  });
  const process = service.app.get(TrunkSync, { strict: false });
  const shown = await eventually(async () => {
    await process.run();
    const trunk = await new TelephonyOperations(service.app).showTrunk(id);
    expect(trunk.state).toMatchObject([{ state: 'up' }]);
    return trunk;
  });
  return { id, inboundUrl: shown.inbound_url ?? '' };
}

/** A trunk to a fake of Twilio. */
export function twilioTrunk(service: TestApp, baseUrl: string, options: Record<string, unknown> = {}) {
  return cloudTrunk(service, 'twilio', baseUrl, options);
}
