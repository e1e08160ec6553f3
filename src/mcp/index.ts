export { mcpModules } from './mcp.module';
