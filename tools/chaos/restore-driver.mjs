import { join } from 'node:path';
import {
  archivingBeside,
  backUp,
  recover,
  untilArchived,
} from '../../test/fakes/database/archived-postgres.mjs';
import { ChaosDriver } from './chaos-driver.mjs';

/** PostgreSQL that archives its log, and restores of it to an instant. */
export class RestoreDriver extends ChaosDriver {
  /** @override */
  async startDatabase(options) {
    await super.startDatabase({
      ...options,
      settings: { ...options.settings, ...archivingBeside(join(this.folder, 'data')) },
    });
  }

  backUp(folder) {
    return backUp(this.directUrl, join(this.folder, 'data'), folder);
  }

  archived() {
    return untilArchived(this.directUrl);
  }

  recover(folder, instant) {
    const { startEmbeddedPostgres } = this.built('platform/embedded-postgres/embedded-postgres.js');
    return recover(startEmbeddedPostgres, folder, instant);
  }
}
