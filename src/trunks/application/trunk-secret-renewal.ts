import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type SecretOwner, SealedSecrets } from '../../platform/sealed';
import { Trunks } from './trunks';

const AT_ONCE = 100;

/** Re-encrypts the trunks' secrets when SECRET_KEY has changed. */
@Injectable()
export class TrunkSecretRenewal implements SecretOwner, OnModuleInit {
  constructor(
    private readonly sealed: SealedSecrets,
    private readonly trunks: Trunks,
  ) {}

  onModuleInit(): void {
    this.sealed.register('trunks', this);
  }

  renewSome(prefix: string): Promise<boolean> {
    return this.trunks.renewSecrets(prefix, AT_ONCE);
  }
}
