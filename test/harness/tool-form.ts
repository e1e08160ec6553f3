import type { Page } from 'playwright-core';

/** Types every field of a new tool but its parameters. */
export async function typeTool(page: Page, url: string): Promise<void> {
  const label = (name: string) => page.getByLabel(name, { exact: true });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await label('Name').fill('order_status');
  await label('Description').fill('Reads where an order is.');
  await label('URL').fill(url);
  await label('Effect').selectOption('read');
  await label('Timeout seconds').fill('5');
  await press('Add a header');
  const header = page.getByRole('group', { name: 'header 1' });
  await header.getByLabel('Name').fill('Authorization');
  await header.getByLabel('Value').fill('Bearer abc');
  await press('Add a fixed argument');
  const fixed = page.getByRole('group', { name: 'fixed argument 1' });
  await fixed.getByLabel('Name').fill('phone');
  await fixed.getByLabel('Text').fill('{{phone_number}}');
  await label('Mock result').fill('{"status": "shipped"}');
  await label('Waiting').fill('Ek second.');
  await page.getByLabel('Use it without a model').check();
  await label('Phrases').fill('mera order\norder kahan');
  await label('Say').fill('Aapka order {{result.status}} hai.');
}

/** What the API returns for a tool that was typed so. */
export const TYPED_TOOL = {
  name: 'order_status',
  effect: 'read',
  timeout_seconds: 5,
  headers: [{ name: 'Authorization', value_set: true }],
  fixed_arguments: { phone: '{{phone_number}}' },
  mock_result: { status: 'shipped' },
  speech: { waiting: 'Ek second.', failed: null },
  offline: { phrases: ['mera order', 'order kahan'], say: 'Aapka order {{result.status}} hai.' },
};
