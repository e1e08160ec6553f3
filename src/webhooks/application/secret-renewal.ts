import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { type SecretOwner, SealedSecrets } from '../../platform/sealed';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';

const BATCH_SIZE = 500;

/** Re-encrypts the endpoints' secrets when SECRET_KEY has changed. */
@Injectable()
export class SecretRenewal implements SecretOwner, OnModuleInit {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sealed: SealedSecrets,
    private readonly secrets: EndpointSecrets,
    private readonly endpoints: EndpointRepository,
  ) {}

  onModuleInit(): void {
    this.sealed.register('webhook endpoints', this);
  }

  async renewSome(prefix: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const endpoints = await this.endpoints.lockSealedOtherwise(prefix, BATCH_SIZE);
      for (const endpoint of endpoints) await this.endpoints.update(this.secrets.reseal(endpoint));
      return endpoints.length > 0;
    });
  }
}
