import { Module } from '@nestjs/common';
import { FileToolReader } from './application/file-tool-reader';
import { RequestFileToolReader } from './http/file-tools';

/** Needs no database. */
@Module({
  providers: [{ provide: FileToolReader, useClass: RequestFileToolReader }],
  exports: [FileToolReader],
})
export class ToolFilesModule {}
