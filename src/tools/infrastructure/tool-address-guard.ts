import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../platform/config/config';
import { CONFIG } from '../../platform/config/config.token';
import { AddressGuard } from '../../platform/outbound/address-guard';
import { HostResolver } from '../../platform/outbound/host-resolver';

/** Opened by the variables of tools alone: tools show what an address answers. */
@Injectable()
export class ToolAddressGuard extends AddressGuard {
  constructor(
    @Inject(CONFIG) { toolsAllowCidrs, toolsAllowHttp }: Pick<Config, 'toolsAllowCidrs' | 'toolsAllowHttp'>,
    resolver: HostResolver,
  ) {
    super(
      { webhookAllowCidrs: toolsAllowCidrs, webhookAllowHttp: toolsAllowHttp },
      resolver,
      'TOOLS_ALLOW_CIDRS',
    );
  }
}
