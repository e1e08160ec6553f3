import type { CredentialsProblem } from '../../domain/credentials-check';
import { CREDENTIALS_TIMEOUT_MS } from '../../domain/trunk-timeouts';
import { isObject } from '../../../platform/kernel/own';
import type { CloudAdapter, CloudSettings } from './adapter';
import { CloudFailure, CloudHttpClient } from './cloud-http-client';

/** null: they are right. */
export async function tryCredentials(
  settings: CloudSettings,
  adapter: CloudAdapter,
): Promise<CredentialsProblem | null> {
  const api = new CloudHttpClient({
    baseUrl: settings.baseUrl,
    ...adapter.credentials(settings),
    timeoutMs: CREDENTIALS_TIMEOUT_MS,
    eventOf: (status, code) => adapter.failureOf(status, code),
    onResult: () => undefined,
  });
  try {
    const account = await adapter.rest(api, settings).verifyCredentials();
    // Any web server answers 200 somewhere.
    return isObject(account) ? null : { response: null, type: 'no_json', fault: null, location: null };
  } catch (error) {
    if (!(error instanceof CloudFailure)) throw error;
    const { response, event, fault = null, location = null } = error;
    return { response, type: event.type, fault, location };
  } finally {
    api.close();
  }
}
