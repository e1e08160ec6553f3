import { Module } from '@nestjs/common';
import type { ProcessRoles } from '../platform/config/process-roles';
import { McpEndpoint } from './application/mcp-endpoint';
import { McpController } from './http/mcp.controller';

@Module({ providers: [McpEndpoint], controllers: [McpController] })
class McpModule {}

export function mcpModules({ mcp }: ProcessRoles) {
  return [mcp && McpModule];
}
