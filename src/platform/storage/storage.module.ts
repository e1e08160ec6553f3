import { join } from 'node:path';
import { Module } from '@nestjs/common';
import { Config } from '../config/config';
import { PublicOrigin } from '../http/public-origin';
import { FolderStore } from './folder-store';
import { RecordingLinks } from './recording-links';
import { RecordingStore } from './recording-store';
import { Recordings } from './recordings';
import { S3Store } from './s3-store';

@Module({
  providers: [
    {
      provide: RecordingStore,
      inject: [Config],
      useFactory: ({ s3, dataDir }: Config): RecordingStore =>
        s3 ? new S3Store(s3) : new FolderStore(join(dataDir, 'recordings')),
    },
    PublicOrigin,
    RecordingLinks,
    Recordings,
  ],
  exports: [RecordingLinks, Recordings],
})
export class StorageModule {}
