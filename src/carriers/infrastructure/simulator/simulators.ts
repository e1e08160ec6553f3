import type { TextTalk } from '../../../conversation';
import type { CarrierCapabilities, CarrierEventSink } from '../../domain/carrier';
import { SimulatorCarrier } from './simulator-carrier';

interface SimulatorDeps {
  readonly events: CarrierEventSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  readonly simulatorSpeed: number;
}

const CAPABILITIES: CarrierCapabilities = {
  overTrunks: false,
  usesCredits: true,
  statusUpdates: 'realtime',
  rings: 'mobile',
  reportsUnansweredLeg: true,
  bridge: 'own',
};

/** The simulated network, and variants with other capabilities for tests of those. */
export const SIMULATORS = [
  simulator('simulator', {}),
  simulator('simulator-final-only', { usesCredits: false, statusUpdates: 'final_only' }),
  simulator('simulator-delayed', {
    usesCredits: false,
    statusUpdates: 'delayed',
    reportsUnansweredLeg: false,
  }),
  simulator('simulator-extension', { usesCredits: false, rings: 'extension' }),
];

function simulator(name: string, differs: Partial<CarrierCapabilities>) {
  const capabilities = { ...CAPABILITIES, ...differs };
  return {
    name,
    capabilities,
    make: ({ events, talk, now, simulatorSpeed }: SimulatorDeps) =>
      new SimulatorCarrier(events, talk, { name, capabilities, speed: simulatorSpeed, now }),
  };
}
