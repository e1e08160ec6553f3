import type { CarrierCapabilities } from '../domain/carrier';
import { CLOUD_ADAPTERS } from '../infrastructure/cloud/adapters';
import { CloudCarrier } from '../infrastructure/cloud/cloud-carrier';
import { SipCarrier } from '../infrastructure/sip/sip-carrier';
import type { CarrierDependencies } from './carrier-dependencies';

/** A cloud carrier bridges human calls itself. */
const CLOUD: CarrierCapabilities = {
  overTrunks: true,
  usesCredits: false,
  statusUpdates: 'realtime',
  rings: 'mobile',
  reportsUnansweredLeg: true,
  bridge: 'carrier',
};

const SIP: CarrierCapabilities = { ...CLOUD, bridge: 'own' };

/** The carriers of real calls. Media processes dial them over trunks; no other process does. */
export const REAL_CARRIERS = [
  {
    name: 'sip' as const,
    capabilities: SIP,
    make: ({ sip, cloud: _, ...deps }: CarrierDependencies) =>
      sip && new SipCarrier({ ...deps, ...sip, capabilities: SIP }),
  },
  ...Object.values(CLOUD_ADAPTERS).map((adapter) => {
    const capabilities = { ...CLOUD, statusUpdates: adapter.statusUpdates };
    return {
      name: adapter.kind,
      capabilities,
      make: ({ sip: _, cloud, ...deps }: CarrierDependencies) =>
        cloud && new CloudCarrier({ ...deps, ...cloud, adapter, capabilities }),
    };
  }),
];
