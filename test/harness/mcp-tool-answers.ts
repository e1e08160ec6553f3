export const LISTED = [
  {
    name: 'find_slot',
    function: 'calendar__find_slot',
    description: 'Finds a free slot.',
    effect: 'read',
    allowed: false,
    problem: null,
  },
  {
    name: 'book-slot',
    function: 'calendar__book_slot',
    description: 'Books a slot.',
    effect: 'write',
    allowed: false,
    problem: 'its schema is too large',
  },
];

export const FOUND = {
  ok: true,
  error: null,
  added: LISTED.map(({ name }) => name),
  changed: [],
  removed: [],
};

/** As the API answers a tool of the kind mcp. */
export function mcpTool() {
  return {
    id: 'tool_mcp',
    object: 'tool',
    kind: 'mcp',
    name: 'calendar',
    description: null,
    enabled: true,
    url: 'https://example.com/mcp',
    headers: [],
    timeout_seconds: 8,
    effect: 'write',
    speech: { waiting: null, failed: null },
    in_tests: 'mock',
    mock_result: null,
    allowed_tools: [] as unknown,
    tools: [] as object[],
    agent_ids: [],
    created_at: '2026-11-20T09:15:00.123Z',
    updated_at: '2026-11-20T09:15:00.123Z',
  };
}
