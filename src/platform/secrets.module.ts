import { Global, Module } from '@nestjs/common';
import type { Config } from './config/config';
import { CONFIG } from './config/config.token';
import { UnitOfWork } from './database/unit-of-work';
import { LinkSigner } from './link-signer';
import { SealedSecrets } from './sealed';
import { checkSecretKey, loadSecretKey } from './secret-key';
import { SecretBox } from './secrets';

interface SecretKeys {
  readonly current: Buffer;
  readonly previous: Buffer | null;
}

const SECRET_KEYS = Symbol('SECRET_KEYS');

/** The key is checked against the database before anything else starts. */
@Global()
@Module({
  providers: [
    {
      provide: SECRET_KEYS,
      inject: [CONFIG],
      useFactory: async (config: Config): Promise<SecretKeys> => {
        const previous = config.secretKeyPrevious;
        return {
          current: await loadSecretKey(config),
          previous: previous === null ? null : Buffer.from(previous, 'hex'),
        };
      },
    },
    {
      provide: SecretBox,
      inject: [SECRET_KEYS, UnitOfWork],
      useFactory: async ({ current, previous }: SecretKeys, unitOfWork: UnitOfWork) => {
        const box = new SecretBox(current, previous);
        await checkSecretKey(unitOfWork, box);
        return box;
      },
    },
    {
      provide: LinkSigner,
      inject: [SECRET_KEYS],
      useFactory: ({ current, previous }: SecretKeys) => new LinkSigner(current, previous),
    },
    SealedSecrets,
  ],
  exports: [SecretBox, LinkSigner, SealedSecrets],
})
export class SecretsModule {}
