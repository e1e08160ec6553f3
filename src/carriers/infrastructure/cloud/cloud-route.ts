import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { Route } from '../shared/route';
import type { CloudTrunk } from './cloud-trunk';
import type { CloudGateway } from './gateway/cloud-gateway';

export interface CloudRoute extends Route {
  /** undefined: this process closed it between the decision and the dial. */
  readonly trunk: CloudTrunk | undefined;
}

/** The trunks that a leg may use. */
export function routesOf(gateway: Pick<CloudGateway, 'trunk'>, { routes }: LegAllocation): CloudRoute[] {
  return routes.map(({ trunkId, callerId }) => {
    const trunk = gateway.trunk(trunkId);
    return { trunkId, callerId, trunk, trunkName: trunk?.name ?? trunkId };
  });
}
