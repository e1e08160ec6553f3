import type { ToolRow } from './tool';
import { ACCOUNT_TOOLS } from './tools/account.tools';
import { AGENT_TOOLS } from './tools/agents.tools';
import { BATCH_TOOLS } from './tools/batches.tools';
import { CALL_TOOLS } from './tools/calls.tools';
import { PEOPLE_TOOLS } from './tools/people.tools';

/** Every tool. A person makes keys, members, webhooks, tools and settings: they are not offered. */
export const TOOLS: readonly ToolRow[] = [
  ...CALL_TOOLS,
  ...BATCH_TOOLS,
  ...AGENT_TOOLS,
  ...PEOPLE_TOOLS,
  ...ACCOUNT_TOOLS,
];
