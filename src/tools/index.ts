export { ToolsModule } from './tools.module';
export { ToolFilesModule } from './tool-files.module';
export { AgentUses } from './application/agent-uses';
export {
  type CallbackResult,
  CallOfTalk,
  type NewCallback,
  type CallsForTools,
} from './application/call-of-talk';
export { EarlyTools } from './application/early-tools';
export { FileToolReader } from './application/file-tool-reader';
export { Invocations } from './application/invocations';
export { mockedUse } from './application/mocked-use';
export { offeredTools, requestedBefore, ToolCatalog } from './application/tool-catalog';
export { mergedValues, providedValues, type ProvidedValues } from './domain/provided';
