import type { TrialTrunk } from '../../../trunks';
import { trialPhoneView } from './trial-phone.view';

const PLACE = { servers: ['127.0.0.1'], port: 5060, transports: ['udp', 'tcp'] };

test.each([
  ['port 5060 is in use', 'port 5060 is in use: set SIP_PORT'],
  ['SIP_TLS_CERT and SIP_TLS_KEY cannot be used (X)', 'SIP_TLS_CERT and SIP_TLS_KEY cannot be used (X)'],
])('fails with the reason of its trunk: %s', (reason, problem) => {
  const trunk = { enabled: true, standings: [{ state: 'down', reason, phones: null }] };
  const view = trialPhoneView(trunk as unknown as TrialTrunk, PLACE, false);
  expect(view).toMatchObject({ state: 'failing', problem });
});
