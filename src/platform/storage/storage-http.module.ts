import { Module } from '@nestjs/common';
import { RecordingsController } from './recordings.controller';
import { StorageModule } from './storage.module';

@Module({ imports: [StorageModule], controllers: [RecordingsController] })
export class StorageHttpModule {}
