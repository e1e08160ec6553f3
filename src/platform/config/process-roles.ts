/** The parts of the service that a process runs; each context loads its modules for them. */
export interface ProcessRoles {
  readonly api: boolean;
  /** The page and its API; without it there are no sessions. */
  readonly console: boolean;
  /** The MCP server. */
  readonly mcp: boolean;
  readonly media: boolean;
  readonly worker: boolean;
  /** Voice tests. */
  readonly live: boolean;
}
