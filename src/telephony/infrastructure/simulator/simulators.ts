import type { TextTalk } from '../../../conversation';
import type { CarrierCapabilities, FactSink } from '../../domain/carrier';
import { SimulatorCarrier } from './simulator-carrier';

/** Dependencies of simulated networks. */
interface SimulatorDeps {
  readonly facts: FactSink;
  readonly talk: TextTalk;
  readonly now: () => Date;
  readonly simulatorSpeed: number;
}

const CAPABILITIES: CarrierCapabilities = {
  overTrunks: false,
  hosted: true,
  statusUpdates: 'realtime',
  rings: 'mobile',
  namesWhoDidNotPickUp: true,
  media: 'text',
  bridge: 'own',
  machineDetection: true,
  recording: 'ours',
  returnsId: true,
  canLookUp: true,
  dialsPerSecond: null,
};

/** The simulated network, and variants with other capabilities for tests of those. */
export const SIMULATORS = [
  simulator('simulator', {}),
  simulator('simulator-final-only', { hosted: false, statusUpdates: 'final_only' }),
  simulator('simulator-delayed', { hosted: false, statusUpdates: 'delayed', namesWhoDidNotPickUp: false }),
  simulator('simulator-extension', { hosted: false, rings: 'extension' }),
];

function simulator(name: string, differs: Partial<CarrierCapabilities>) {
  const can = { ...CAPABILITIES, ...differs };
  return {
    name,
    can,
    make: ({ facts, talk, now, simulatorSpeed }: SimulatorDeps) =>
      new SimulatorCarrier(facts, talk, { name, can, speed: simulatorSpeed, now }),
  };
}
