import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { SecretOwner } from '../../platform/sealed';
import { ToolRepository } from '../infrastructure/tool.repository';
import { ToolSecrets } from '../infrastructure/tool-secrets';

const BATCH_SIZE = 500;

/** Re-encrypts the secrets and headers of tools when SECRET_KEY has changed. */
@Injectable()
export class ToolSecretRenewal implements SecretOwner {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly tools: ToolRepository,
    private readonly secrets: ToolSecrets,
  ) {}

  async renewSome(prefix: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const tools = await this.tools.lockSealedOtherwise(prefix, BATCH_SIZE);
      for (const tool of tools) await this.tools.update(this.secrets.reseal(tool));
      return tools.length > 0;
    });
  }
}
