import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type SealedPlace, SealedSecrets } from '../../platform/sealed';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';

const AT_ONCE = 500;

/** Re-encrypts the endpoints' secrets when SECRET_KEY has changed. */
@Injectable()
export class SecretRenewal implements SealedPlace, OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sealed: SealedSecrets,
    private readonly secrets: EndpointSecrets,
    private readonly endpoints: EndpointRepository,
  ) {}

  onModuleInit(): void {
    this.sealed.offer('webhook endpoints', this);
  }

  async renewSome(prefix: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const endpoints = await this.endpoints.lockSealedOtherwise(prefix, AT_ONCE);
      for (const endpoint of endpoints) await this.endpoints.update(this.secrets.resealed(endpoint));
      return endpoints.length > 0;
    });
  }
}
