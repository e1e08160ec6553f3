import type { SimulatorOptions } from './simulator-carrier';

/** "Carriers for trying the other capabilities": the same network, billed to the account directly. */
export const TRIAL_CARRIERS: readonly Pick<SimulatorOptions, 'name' | 'differs'>[] = [
  { name: 'simulator-final-only', differs: { hosted: false, statusUpdates: 'final_only' } },
  {
    name: 'simulator-delayed',
    differs: { hosted: false, statusUpdates: 'delayed', namesWhoDidNotPickUp: false },
  },
  { name: 'simulator-extension', differs: { hosted: false, rings: 'extension' } },
];
