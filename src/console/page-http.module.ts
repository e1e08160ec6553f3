import { Module } from '@nestjs/common';
import { PageFiles } from '../platform/http/page-files';
import { ConsoleFiles } from './http/files';

@Module({ providers: [{ provide: PageFiles, useClass: ConsoleFiles }], exports: [PageFiles] })
export class PageHttpModule {}
