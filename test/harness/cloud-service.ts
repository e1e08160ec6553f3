import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { Carriers } from '../../src/carriers';
import { TrunkSync } from '../../src/carriers/application/trunk-sync';
import { CloudGateway } from '../../src/carriers/infrastructure/cloud/gateway/cloud-gateway';
import { Sweeps } from '../../src/platform/sweeps';
import { type CloudKind, FAKES } from '../fakes/carriers/index.mjs';
import { eventually, TestApp } from './app';
import { freePort } from './free-port';
import { makeTrunk } from './trunks';

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

/** The process dies: it renews no lease, sends no request, and gets no callback. */
export async function killCloudProcess({ app }: TestApp): Promise<void> {
  await app.get(Sweeps, { strict: false }).beforeApplicationShutdown();
  for (const kind of Object.keys(FAKES)) app.get(Carriers, { strict: false }).find(kind)?.close();
  await app.get(CloudGateway, { strict: false }).close();
}

/** A trunk to a fake carrier, once its credentials were accepted; with its address for calls that come in. */
export async function cloudTrunk(
  service: TestApp,
  kind: CloudKind,
  baseUrl: string,
  options: Record<string, unknown> = {},
): Promise<{ id: string; inboundUrl: string }> {
  const { id } = await makeTrunk(service, kind, {
    ...FAKES[kind].trunk,
    baseUrl,
    cps: '100',
    channels: '100',
    ...options,
  });
  const process = service.app.get(TrunkSync, { strict: false });
  const shown = await eventually(async () => {
    await process.run();
    const trunk = await new TelephonyOperations(service.app).trunks.show(id);
    expect(trunk.state).toMatchObject([{ state: 'up' }]);
    return trunk;
  });
  return { id, inboundUrl: shown.inbound_url ?? '' };
}

/** Applies a change of trunks. A run that began before the change would be joined, so there are two. */
export async function syncTrunks(service: TestApp): Promise<void> {
  const process = service.app.get(TrunkSync, { strict: false });
  await process.run();
  await process.run();
}

/** A trunk to a fake of Twilio. */
export function twilioTrunk(service: TestApp, baseUrl: string, options: Record<string, unknown> = {}) {
  return cloudTrunk(service, 'twilio', baseUrl, options);
}
