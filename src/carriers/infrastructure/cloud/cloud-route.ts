import type { LegAllocation } from '../../../shared-kernel/leg-allocation';
import type { Route } from '../shared/route';
import type { CloudTrunk } from './cloud-trunk';
import type { CloudGateway } from './gateway/cloud-gateway';

export interface CloudRoute extends Route {
  /** undefined: this process closed it after the decision. */
  readonly trunk: CloudTrunk | undefined;
}

export function routesOf(gateway: Pick<CloudGateway, 'trunk'>, { routes }: LegAllocation): CloudRoute[] {
  return routes.map(({ trunkId, callerId }) => {
    const trunk = gateway.trunk(trunkId);
    return { trunkId, callerId, trunk, trunkName: trunk?.name ?? trunkId };
  });
}
