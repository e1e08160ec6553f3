/** Bodies of the document, by name. */
export const NEW_TOOLS = {
  order_status: {
    kind: 'http',
    name: 'order_status',
    description: 'Reads where an order is, by its number.',
    url: 'https://example.com/orders/{order_id}',
    method: 'GET',
    effect: 'read',
    parameters: { type: 'object', properties: { order_id: { type: 'string' } }, required: ['order_id'] },
    mock_result: { status: 'shipped' },
  },
  book_slot: {
    kind: 'http',
    name: 'book_slot',
    description: 'Books a campus visit for the contact.',
    url: 'https://example.com/visits',
    headers: [{ name: 'Authorization', value: 'Bearer abc' }],
    parameters: {
      type: 'object',
      properties: { day: { type: 'string', format: 'date' } },
      required: ['day'],
    },
    fixed_arguments: { phone: '{{phone_number}}' },
    speech: { waiting: 'Ek second, slot dekhti hoon.', failed: null },
  },
  mcp_server: {
    kind: 'mcp',
    name: 'clinic',
    url: 'https://example.com/mcp',
    headers: [{ name: 'Authorization', value: 'Bearer abc' }],
    allowed_tools: ['find_slot'],
  },
};
