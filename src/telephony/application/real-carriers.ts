import type { CarrierCapabilities } from '../domain/carrier';
import { CLOUD_ADAPTERS } from '../infrastructure/cloud/adapters';
import { CloudCarrier } from '../infrastructure/cloud/cloud-carrier';
import { SipCarrier } from '../infrastructure/sip/sip-carrier';
import type { CarrierDeps } from './carrier-deps';
import type { TrunkKind } from '../domain/trunk-options';

/** A cloud carrier: it bridges human calls itself, and has their recordings later. */
const CLOUD: CarrierCapabilities = {
  overTrunks: true,
  hosted: false,
  statusUpdates: 'realtime',
  rings: 'mobile',
  namesWhoDidNotPickUp: true,
  media: 'frames',
  bridge: 'carrier',
  machineDetection: true,
  recording: 'carrier_late',
  returnsId: true,
  canLookUp: true,
  dialsPerSecond: null,
};

const CAPABILITIES: Readonly<Record<TrunkKind, CarrierCapabilities>> = {
  sip: { ...CLOUD, bridge: 'own', recording: 'ours', canLookUp: false },
  exotel: { ...CLOUD, statusUpdates: 'final_only' },
  plivo: CLOUD,
  twilio: CLOUD,
};

/** The carriers of real calls. Media processes dial them over trunks; no other process does. */
export const REAL_CARRIERS = [
  {
    name: 'sip',
    can: CAPABILITIES.sip,
    make: ({ sip, cloud: _, ...deps }: CarrierDeps) =>
      sip && new SipCarrier({ ...deps, ...sip, can: CAPABILITIES.sip }),
  },
  ...(['exotel', 'plivo', 'twilio'] as const).map((name) => ({
    name,
    can: CAPABILITIES[name],
    make: ({ sip: _, cloud, ...deps }: CarrierDeps) => {
      const adapter = CLOUD_ADAPTERS.find(({ kind }) => kind === name);
      return cloud && adapter
        ? new CloudCarrier({ ...deps, ...cloud, adapter, can: CAPABILITIES[name] })
        : null;
    },
  })),
];
