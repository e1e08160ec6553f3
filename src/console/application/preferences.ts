import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { newId } from '../../platform/ids';
import { DomainError, invalidRequest } from '../../platform/kernel/domain-error';
import { PreferenceRepository } from '../infrastructure/preference.repository';
import type { Owner, SavedView } from '../infrastructure/preference.schema';

const MAX_VIEWS = 30;

/** Preferences and saved views of a person, in each account. */
@Injectable()
export class Preferences {
  constructor(
    private readonly clock: Clock,
    private readonly stored: PreferenceRepository,
  ) {}

  async view(owner: Owner) {
    const [hidden, views] = await Promise.all([this.stored.hidesGetStarted(owner), this.stored.views(owner)]);
    return { object: 'preferences' as const, get_started_hidden: hidden, views: views.map(viewOf) };
  }

  async hideGetStarted(owner: Owner, hidden: boolean) {
    await this.stored.hideGetStarted(owner, hidden);
    return this.view(owner);
  }

  /** A view with the same name gets the new filters. @throws DomainError invalid_request for one too many */
  async save(owner: Owner, name: string, filters: SavedView['filters']) {
    const view = { id: newId('view'), name, filters };
    const stored = await this.stored.store(owner, view, this.clock.now(), MAX_VIEWS);
    if (stored) return viewOf(stored);
    const message = `would be one more than ${MAX_VIEWS} saved views: delete one first`;
    throw invalidRequest([{ field: 'name', message }]);
  }

  /** @throws DomainError not_found */
  async remove(owner: Owner, id: string) {
    if (await this.stored.remove(owner, id))
      return { object: 'saved_view' as const, id, deleted: true as const };
    throw new DomainError('not_found', 'There is no such saved view.');
  }
}

function viewOf({ id, name, filters }: SavedView) {
  return { object: 'saved_view' as const, id, name, filters };
}
