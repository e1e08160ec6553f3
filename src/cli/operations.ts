import { eraseContact } from './contact-erasure';
import { Accounts, CallingRules, DoNotCallList, People } from '../accounts';
import { AgentEditor, AgentResources, isLanguage } from '../agents';
import { ApiKeys } from '../auth';
import { lastDigits } from '../console';
import { Credits } from '../credits';
import { UnitOfWork } from '../platform/database/unit-of-work';
import { SCOPES } from '../platform/http/scopes';
import { type Amount, decimalOf } from '../platform/kernel/amount';
import { formatInstant } from '../platform/kernel/instant';
import { changedPolicy, type RetryPolicy } from '../shared-kernel/retry-policy';
import { AccountTrunks, TrialTrunks } from '../trunks';
import type { AccountChange } from './account-change';
import { ContextOperations } from './context-operations';
import { LoginOperations } from './login-operations';
import { MemberOperations } from './member-operations';
import { CommandError, UsageError } from './output';
import { noAccount, requireAccount } from './require-account';
import { TelephonyOperations } from './telephony-operations';
import { accountView, entryView, keyView, leadView } from './views';

type RatesChange = NonNullable<AccountChange['rates']>;

export class Operations extends ContextOperations {
  readonly #accounts = this.service(Accounts);
  readonly #credits = this.service(Credits);
  readonly #keys = this.service(ApiKeys);
  readonly #doNotCall = this.service(DoNotCallList);
  readonly #people = this.service(People);
  readonly #agents = this.service(AgentEditor);
  readonly #agentResources = this.service(AgentResources);
  readonly #accountTrunks = this.service(AccountTrunks);
  readonly #trialTrunks = this.service(TrialTrunks);
  readonly #unitOfWork = this.service(UnitOfWork);

  readonly telephony = new TelephonyOperations(this.contexts);
  readonly logins = new LoginOperations(this.contexts);
  readonly members = new MemberOperations(this.contexts);

  /** Creates the account, its ledger, and a key if requested, in one transaction. */
  async createAccount(
    change: AccountChange,
    { credits = 0n, withKey = false }: { credits?: Amount; withKey?: boolean },
  ) {
    await this.#requireKnown(change);
    const made = await this.#unitOfWork.run(async () => {
      const account = await this.#accounts.create({ name: 'Account', ...settingsOf(change, null) });
      await this.#accountTrunks.settle(account, { trunks: change.trunks, rings: change.settings.rings });
      await this.#credits.open(account.id, credits);
      if (change.rates) await this.#setRates(account.id, change.rates);
      const view = await this.#view(account);
      if (!withKey) return view;
      const { key, state } = await this.#keys.create({
        accountId: account.id,
        name: 'First key',
        scopes: SCOPES,
      });
      return { ...view, key, key_id: state.id };
    });
    await this.auditLog.write(made.id, 'account create', made.id, Object.keys(change.settings));
    return made;
  }

  async setAccount(id: string, change: AccountChange) {
    await this.#requireKnown(change);
    const changed = await this.#unitOfWork.run(async () => {
      const retry = change.retry && ((await this.#accounts.find(id))?.retry ?? null);
      const account = await this.#accounts.set(id, settingsOf(change, retry));
      if (!account) return null;
      await this.#accountTrunks.settle(account, { trunks: change.trunks, rings: change.settings.rings });
      if (change.rates) await this.#setRates(id, change.rates);
      const { trialPhone } = change.settings;
      if (trialPhone !== undefined) await this.#trialTrunks.enable(id, trialPhone);
      return this.#view(account);
    });
    const { rates, trunks, settings, retry } = change;
    const more = [...(rates ? ['rates'] : []), ...(trunks ? ['trunks'] : []), ...(retry ? ['retry'] : [])];
    if (changed) await this.auditLog.write(id, 'account set', id, [...Object.keys(settings), ...more]);
    return changed;
  }

  async showAccount(id: string) {
    const account = await this.#accounts.find(id);
    return account && this.#view(account);
  }

  async listAccounts() {
    const accounts = await this.#accounts.list();
    return Promise.all(accounts.map((account) => this.#view(account)));
  }

  /** The key itself is only in this response. */
  async createKey(settings: Parameters<ApiKeys['create']>[0]) {
    await requireAccount(this.#accounts, settings.accountId);
    const { key, state } = await this.#keys.create(settings);
    await this.auditLog.write(state.accountId, 'key create', state.id);
    return { ...keyView(state), key };
  }

  async listKeys(accountId: string) {
    await requireAccount(this.#accounts, accountId);
    return (await this.#keys.list(accountId)).map(keyView);
  }

  async revokeKey(id: string) {
    const state = await this.#keys.revoke(id);
    if (!state) throw new CommandError(`There is no key ${id}: key list --account ID shows them.`);
    await this.auditLog.write(state.accountId, 'key revoke', id);
    return keyView(state);
  }

  async topUp(accountId: string, amount: Amount) {
    const balance = await this.#credits.topUp(accountId, amount);
    if (balance) await this.auditLog.write(accountId, 'credits top-up', accountId);
    return (
      balance && {
        account: accountId,
        amount: Number(decimalOf(amount)),
        balance: Number(decimalOf(balance.balance)),
        reserved: Number(decimalOf(balance.reserved)),
      }
    );
  }

  async setSpeechCache(agentId: string, mode: 'off' | 'fixed' | 'full') {
    const set = await this.#agents.setSpeechCacheMode(agentId, mode);
    if (!set) throw new CommandError(`There is no agent ${agentId}.`);
    const fields = ['speech_cache_mode'];
    if (set.changed) await this.auditLog.write(set.accountId, 'agent speech-cache', agentId, fields);
    return { id: agentId, speech_cache_mode: mode };
  }

  async addBookingPage(accountId: string, name: string) {
    const page = await this.#agentResources.addBookingPage(accountId, name);
    if (page) await this.auditLog.write(accountId, 'booking-page add', page.id);
    return page && { id: page.id, name: page.name, created_at: formatInstant(page.createdAt) };
  }

  async addWhatsappTemplate(accountId: string, name: string, approved: boolean) {
    const template = await this.#agentResources.addTemplate(accountId, name, approved);
    if (template) await this.auditLog.write(accountId, 'whatsapp-template add', template.name);
    return template && { name: template.name, approved: template.approved };
  }

  async audit(options: { account?: string; from?: string; to?: string }) {
    const { audit, auditScope } = await import('./audit/audit.js');
    const scope = await auditScope(this.#accounts, options);
    if (!scope) throw noAccount(options.account ?? '');
    return audit(this.#unitOfWork, scope, (policy, at) => new CallingRules(policy).isOpen(at));
  }

  /** Needs the reach `calls`. */
  async eraseContact(accountId: string, phoneNumber: string, dryRun: boolean) {
    await requireAccount(this.#accounts, accountId);
    const report = await eraseContact(this.contexts, { accountId, phoneNumber }, dryRun);
    if (!dryRun) await this.auditLog.write(accountId, 'contact erase', lastDigits(phoneNumber));
    return report;
  }

  async addDoNotCall(accountId: string, phone: string) {
    await requireAccount(this.#accounts, accountId);
    const entry = await this.#doNotCall.add(accountId, phone, 'Added by the operator.');
    await this.auditLog.write(accountId, 'do-not-call add', lastDigits(phone));
    return entryView(entry);
  }

  async removeDoNotCall(accountId: string, phone: string) {
    await requireAccount(this.#accounts, accountId);
    const entry = await this.#doNotCall.remove(accountId, phone);
    await this.auditLog.write(accountId, 'do-not-call remove', lastDigits(phone));
    return entryView(entry);
  }

  async listDoNotCall(accountId: string) {
    await requireAccount(this.#accounts, accountId);
    const entries: ReturnType<typeof entryView>[] = [];
    for (let after: string | undefined, more = true; more;) {
      const page = await this.#doNotCall.list(accountId, 1_000, { startingAfter: after });
      entries.push(...page.rows.map(entryView));
      after = page.rows.at(-1)?.phoneNumber;
      more = page.hasMore;
    }
    return entries;
  }

  async addLead(accountId: string, lead: Parameters<People['leads']['add']>[1]) {
    await requireAccount(this.#accounts, accountId);
    const added = await this.#people.leads.add(accountId, lead);
    await this.auditLog.write(accountId, 'lead add', added.id);
    return leadView(added);
  }

  async #view(account: Parameters<typeof accountView>[0]) {
    const { id } = account;
    return accountView(account, await this.#credits.balance(id), await this.#accountTrunks.of(id));
  }

  /** @throws UsageError for a language that agents do not speak, or a time zone that PostgreSQL lacks */
  async #requireKnown({ settings: { timezone, humanLanguage } }: AccountChange): Promise<void> {
    if (humanLanguage != null && !isLanguage(humanLanguage)) {
      throw new UsageError(
        `--human-language ${JSON.stringify(humanLanguage)} must be a language such as hinglish, tamil, ta or en-IN, or none.`,
      );
    }
    if (timezone === undefined || (await this.#accounts.knowsTimeZone(timezone))) return;
    throw new UsageError(
      `--timezone ${JSON.stringify(timezone)} must be a time zone that PostgreSQL knows, such as Asia/Kolkata.`,
    );
  }

  async #setRates(accountId: string, { rate = {}, humanRate, analysisRate }: RatesChange): Promise<void> {
    const changed = Object.fromEntries(
      Object.entries(rate).map(([engine, price]) => [engine, decimalOf(price)]),
    );
    await this.#credits.setRates(accountId, (rates) => ({
      ai_call: { ...rates.ai_call, ...changed },
      human_call: humanRate === undefined ? rates.human_call : decimalOf(humanRate),
      analysis: analysisRate === undefined ? rates.analysis : decimalOf(analysisRate),
    }));
  }
}

function settingsOf({ settings, retry }: AccountChange, policy: RetryPolicy | null) {
  return retry ? { ...settings, retry: changedPolicy(policy, retry) } : settings;
}
