import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { retirePreviousKey } from '../../platform/secret-key';
import { SecretBox } from '../../platform/secrets';
import { EndpointRepository } from '../infrastructure/endpoint.repository';
import { EndpointSecrets } from '../infrastructure/endpoint-secrets';

const BATCH_SIZE = 500;

/** Re-encrypts secrets that SECRET_KEY_PREVIOUS encrypted, so that the operator can remove that key. */
@Injectable()
export class SecretRenewal {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly box: SecretBox,
    private readonly secrets: EndpointSecrets,
    private readonly endpoints: EndpointRepository,
  ) {}

  async run(): Promise<void> {
    if (this.box.previousFingerprint === null) return;
    while (await this.#renewSome());
    await retirePreviousKey(this.unitOfWork, this.box);
  }

  async #renewSome(): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const endpoints = await this.endpoints.lockSealedOtherwise(this.box.prefix, BATCH_SIZE);
      for (const endpoint of endpoints) await this.endpoints.update(this.secrets.resealed(endpoint));
      return endpoints.length > 0;
    });
  }
}
