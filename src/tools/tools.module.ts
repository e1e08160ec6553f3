import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AgentUses } from './application/agent-uses';
import { CallOfTalk } from './application/call-of-talk';
import { InvocationEraser } from './application/invocation-eraser';
import { Invocations } from './application/invocations';
import { ToolCatalog } from './application/tool-catalog';
import { InvocationRepository } from './infrastructure/invocation.repository';
import { ToolRepository } from './infrastructure/tool.repository';
import { ToolSchema } from './infrastructure/tool.schema';
import { ToolSecrets } from './infrastructure/tool-secrets';

const SERVICES = [
  AgentUses,
  CallOfTalk,
  Invocations,
  InvocationRepository,
  ToolCatalog,
  ToolRepository,
  ToolSecrets,
];

/** Global because agents and calls, higher contexts, provide what it needs of them. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([ToolSchema])],
  providers: [...SERVICES, InvocationEraser],
  exports: SERVICES,
})
export class ToolsModule {}
