import { Global, Module } from '@nestjs/common';
import type { Config } from './config';
import { CONFIG } from './config.token';
import { UnitOfWork } from './database/unit-of-work';
import { checkSecretKey, loadSecretKey } from './secret-key';
import { SecretBox } from './secrets';

/** The encryption of stored secrets, checked against the database before anything else starts. */
@Global()
@Module({
  providers: [
    {
      provide: SecretBox,
      inject: [CONFIG, UnitOfWork],
      useFactory: async (config: Config, unitOfWork: UnitOfWork) => {
        const previous = config.secretKeyPrevious;
        const box = new SecretBox(
          await loadSecretKey(config),
          previous === null ? null : Buffer.from(previous, 'hex'),
        );
        await checkSecretKey(unitOfWork, box);
        return box;
      },
    },
  ],
  exports: [SecretBox],
})
export class SecretsModule {}
