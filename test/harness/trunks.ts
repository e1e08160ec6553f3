import { TelephonyOperations } from '../../src/cli/telephony-operations';
import { readTrunkChange } from '../../src/cli/trunk-options';
import type { TestApp } from './app';

const REQUIRED = {
  sip: { server: ['sbc.example'] },
  plivo: { authId: 'a', authToken: 'token' },
  twilio: { accountSid: 'AC0', authToken: 'token' },
  exotel: { accountSid: 'a', apiKey: 'k', apiToken: 'token' },
};

let trunks = 0;

/** The change that a command makes, with commander's attributes of its flags. */
export async function changeOf(given: Record<string, unknown>) {
  return (await readTrunkChange(given)).change;
}

/** As `trunk add`; what its kind requires and a name are there already. */
export async function makeTrunk(
  service: TestApp,
  kind: keyof typeof REQUIRED = 'sip',
  given: Record<string, unknown> = {},
  name = `t${++trunks}`,
) {
  return new TelephonyOperations(service.app).addTrunk(
    kind,
    name,
    await changeOf({ ...REQUIRED[kind], ...given }),
  );
}
