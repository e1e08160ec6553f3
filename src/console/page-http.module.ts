import { Module } from '@nestjs/common';
import { PageFiles } from '../platform/http/page-files';
import { ConsoleFiles } from './http/files';

/** Serves the built page of the console. */
@Module({ providers: [{ provide: PageFiles, useClass: ConsoleFiles }], exports: [PageFiles] })
export class PageHttpModule {}
