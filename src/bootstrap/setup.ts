import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../platform/config/config';
import { SetupLink } from '../sign-in';
import type { Setup } from './banner';

/**
 * Setup by a link of this start, or by the command if there are several processes. `null`: it is done, or there is no
 * console.
 */
export async function setupOf(app: NestExpressApplication, config: Config): Promise<Setup> {
  if (!config.does.api || !config.console) return null;
  const setupLink = app.get(SetupLink, { strict: false });
  if (config.role === 'all') return setupLink.make();
  return (await setupLink.isNeeded()) ? 'by_command' : null;
}
