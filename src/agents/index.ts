export { AgentsModule } from './agents.module';
export { EnginePrices } from './application/engine-prices';
export { AgentEditor } from './application/agent-editor';
export { AgentTrials, type TriedAgent } from './application/agent-trials';
export { Agents } from './application/agents';
export { type StoppedAgent, WaitingCalls } from './application/waiting-calls';
export { isLanguage } from './domain/languages';
export { type CallableAgent } from './domain/callable-agent';
