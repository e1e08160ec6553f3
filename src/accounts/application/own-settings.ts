import { Injectable } from '@nestjs/common';
import { DomainError, invalidRequest } from '../../platform/kernel/domain-error';
import { type AccountSettings, type UnlockableSetting, UNLOCKABLE_SETTINGS } from '../domain/account';
import { LISTENING_FIELDS } from '../domain/listening';
import { Accounts } from './accounts.service';
import { settingsView } from './account-settings.view';

@Injectable()
export class OwnSettings {
  constructor(private readonly accounts: Accounts) {}

  async view(accountId: string) {
    return settingsView(await this.accounts.get(accountId));
  }

  /** @throws DomainError setting_locked for fields that the operator did not open, invalid_request for the time zone, or for listening without a notice */
  async change(accountId: string, settings: AccountSettings, fields: readonly string[]) {
    const { unlockedSettings } = await this.accounts.get(accountId);
    const locked = UNLOCKABLE_SETTINGS.flatMap((name) =>
      unlockedSettings.includes(name) ? [] : fieldsOf(name).filter((field) => fields.includes(field)),
    );
    if (locked.length > 0) {
      throw new DomainError('setting_locked', `The operator sets this: ${locked.join(', ')}.`, {
        fields: locked,
      });
    }
    const { timezone } = settings;
    if (timezone !== undefined && !(await this.accounts.knowsTimeZone(timezone))) {
      throw invalidRequest([{ field: 'timezone', message: 'must be a time zone such as Asia/Kolkata' }]);
    }
    if (Object.keys(settings).length > 0) await this.accounts.set(accountId, settings);
    return this.view(accountId);
  }
}

/** What an operator opens with one name. */
function fieldsOf(name: UnlockableSetting): readonly string[] {
  return name === 'listening' ? LISTENING_FIELDS : [name];
}
