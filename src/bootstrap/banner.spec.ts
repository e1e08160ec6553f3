import { describeStart } from './banner';
import type { Config } from '../platform/config/config';

describe('describeStart', () => {
  it('names the pages with one space before each', () => {
    const config = {
      role: 'all',
      host: '127.0.0.1',
      publicUrl: null,
      does: { api: true },
      docs: true,
      console: true,
    } as unknown as Config;
    expect(describeStart(config, 3000, { demo: null, setup: null, hasPage: true }).split('\n')).toEqual([
      'AI Calling Service is ready (all) at http://127.0.0.1:3000',
      '  API http://127.0.0.1:3000/v1',
      '  Swagger page http://127.0.0.1:3000/docs',
      '  Console http://127.0.0.1:3000/console',
      '',
    ]);
  });
});
