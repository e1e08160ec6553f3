import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ApiKeys } from './application/api-keys.service';
import { KeyRepository } from './infrastructure/key.repository';
import { KeySchema } from './infrastructure/key.schema';

@Module({
  imports: [TypeOrmModule.forFeature([KeySchema])],
  providers: [ApiKeys, KeyRepository],
  exports: [ApiKeys, KeyRepository],
})
export class AuthModule {}
