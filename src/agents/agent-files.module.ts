import { Module } from '@nestjs/common';
import { ToolFilesModule } from '../tools';
import { FileAgentReader } from './application/agent-tests/file-agent-reader';
import { RequestFileAgentReader } from './http/file-agent';

/** Needs no database. */
@Module({
  imports: [ToolFilesModule],
  providers: [{ provide: FileAgentReader, useClass: RequestFileAgentReader }],
  exports: [FileAgentReader],
})
export class AgentFilesModule {}
