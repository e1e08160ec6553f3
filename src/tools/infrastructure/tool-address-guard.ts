import { Inject, Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { AddressGuard } from '../../platform/outbound/address-guard';
import { HostResolver } from '../../platform/outbound/host-resolver';

/** Opened by the variables of tools alone: tools show what an address answers. */
@Injectable()
export class ToolAddressGuard extends AddressGuard {
  constructor(
    @Inject(Config) { toolsAllowCidrs, toolsAllowHttp }: Pick<Config, 'toolsAllowCidrs' | 'toolsAllowHttp'>,
    resolver: HostResolver,
  ) {
    super(
      { webhookAllowCidrs: toolsAllowCidrs, webhookAllowHttp: toolsAllowHttp },
      resolver,
      'TOOLS_ALLOW_CIDRS',
    );
  }
}
