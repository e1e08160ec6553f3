import { Module } from '@nestjs/common';
import { ApiKeys } from './application/api-keys.service';
import { KeyRepository } from './infrastructure/key.repository';

@Module({
  providers: [ApiKeys, KeyRepository],
  exports: [ApiKeys, KeyRepository],
})
export class AuthModule {}
