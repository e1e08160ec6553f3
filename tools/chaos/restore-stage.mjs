import { join } from 'node:path';
import { archivingTo, backUp, recover, untilArchived } from '../../test/fakes/database/archived-postgres.mjs';
import { ChaosStage } from './stage.mjs';

/** PostgreSQL that archives its log, and restores of it to an instant. */
export class RestoreStage extends ChaosStage {
  get archive() {
    return join(this.folder, 'archive');
  }

  /** @override */
  async startDatabase(options) {
    await super.startDatabase({
      ...options,
      settings: { ...options.settings, ...archivingTo(this.archive) },
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
    return recover(startEmbeddedPostgres, { folder, archive: this.archive, instant });
  }
}
