// Apart from tools.module.ts: commands send no requests.
import { Global, Module } from '@nestjs/common';
import { ToolUsers } from '../conversation';
import type { ProcessRoles } from '../platform/config/process-roles';
import { EarlyTools } from './application/early-tools';
import { SentWrites } from './application/talk/sent-writes';
import { TalkTools } from './application/talk/talk-tools';
import { ToolEditor } from './application/tool-editor';
import { ToolProblems } from './application/tool-problems';
import { ToolReader } from './application/tool-reader';
import { ToolRefresh } from './application/tool-refresh';
import { ToolRunner } from './application/tool-runner';
import { ToolSecretRenewal } from './application/tool-secret-renewal';
import { ToolTrial } from './application/tool-trial';
import { ToolUpkeep } from './application/tool-upkeep';
import { InvocationsController } from './http/invocations.controller';
import { ToolsController } from './http/tools.controller';
import { HttpToolClient } from './infrastructure/http-tool.client';
import { McpToolClient } from './infrastructure/mcp/mcp-tool.client';
import { RecentTools } from './infrastructure/recent-tools';
import { ToolAddressGuard } from './infrastructure/tool-address-guard';
import { ToolMetrics } from './infrastructure/tool-metrics';
import { ToolSender } from './infrastructure/tool-sender';
import { ToolsModule } from './tools.module';

const REQUESTS = [
  EarlyTools,
  HttpToolClient,
  McpToolClient,
  RecentTools,
  ToolAddressGuard,
  ToolMetrics,
  ToolRunner,
  ToolSender,
];

/** Global because the talks of a lower context use tools. */
@Global()
@Module({
  imports: [ToolsModule],
  providers: [...REQUESTS, SentWrites, { provide: ToolUsers, useClass: TalkTools }],
  exports: [...REQUESTS, ToolUsers],
})
class ToolRequestsModule {}

@Module({
  imports: [ToolRequestsModule],
  providers: [ToolEditor, ToolProblems, ToolReader, ToolRefresh, ToolTrial],
  controllers: [ToolsController, InvocationsController],
})
class ToolsHttpModule {}

@Module({ imports: [ToolsModule], providers: [ToolSecretRenewal, ToolUpkeep] })
class ToolsUpkeepModule {}

export function toolsModules({ api, worker }: ProcessRoles) {
  return [ToolsModule, ToolRequestsModule, api && ToolsHttpModule, worker && ToolsUpkeepModule];
}
