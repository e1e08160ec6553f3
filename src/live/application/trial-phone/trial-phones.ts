import { Injectable } from '@nestjs/common';
import { Accounts } from '../../../accounts';
import { Agents } from '../../../agents';
import { TrialCalls } from '../../../calls';
import { softphoneServers } from '../../../carriers';
import { Config } from '../../../platform/config/config';
import type { AccountPrincipal } from '../../../platform/http/request-context';
import { DomainError } from '../../../platform/kernel/domain-error';
import { type TrialTrunk, TrialTrunks } from '../../../trunks';
import { noTrialPhone, trialPhoneView } from './trial-phone.view';

type Contact = Parameters<TrialCalls['ring']>[1]['contact'];

export interface RingFields {
  readonly agentId: string | undefined;
  readonly contact: Contact;
  readonly variables: Readonly<Record<string, string | number | boolean>>;
}

/** The trial phone of an account: a softphone of one's own, without a carrier. */
@Injectable()
export class TrialPhones {
  constructor(
    private readonly config: Config,
    private readonly accounts: Accounts,
    private readonly agents: Agents,
    private readonly trunks: TrialTrunks,
    private readonly calls: TrialCalls,
  ) {}

  async read({ accountId }: AccountPrincipal) {
    const trunk = await this.trunks.of(accountId);
    return trunk ? this.#view(trunk) : noTrialPhone(this.#place(null));
  }

  /** @throws DomainError trial_phone_off, trial_phone_exists */
  async create({ accountId }: AccountPrincipal) {
    await this.#requireOn(accountId);
    const password = await this.trunks.create(accountId);
    if (password === null) {
      throw new DomainError(
        'trial_phone_exists',
        'The account has a trial phone already: remove it first, or ask for a new password.',
      );
    }
    return { ...(await this.#view(await this.#own(accountId))), password };
  }

  /** @throws DomainError not_found */
  async renewPassword({ accountId }: AccountPrincipal) {
    const password = await this.trunks.renewPassword(accountId);
    if (password === null) throw notFound();
    return { ...(await this.#view(await this.#own(accountId))), password };
  }

  /** @param agentId null: the default agent. @throws DomainError not_found, agent_not_found */
  async setAgent({ accountId }: AccountPrincipal, agentId: string | null) {
    if (agentId !== null) await this.agents.toTry(accountId, agentId);
    if (!(await this.trunks.setAgent(accountId, agentId))) throw notFound();
    return this.#view(await this.#own(accountId));
  }

  /** @throws DomainError not_found */
  async remove({ accountId }: AccountPrincipal) {
    const id = await this.trunks.remove(accountId);
    if (id === null) throw notFound();
    return { object: 'trial_phone' as const, trunk_id: id, deleted: true };
  }

  /** @throws DomainError agent_not_found, trial_phone_off, no_softphone, and those of TrialCalls.ring */
  async ring({ accountId }: AccountPrincipal, { agentId, ...request }: RingFields) {
    if (agentId !== undefined) await this.agents.toTry(accountId, agentId);
    await this.#requireOn(accountId);
    const trunk = await this.trunks.of(accountId);
    if (!trunk?.standings.some(({ state }) => state === 'up' || state === 'failing')) {
      throw new DomainError(
        'no_softphone',
        'No softphone is registered: set one up, and wait until it is registered.',
      );
    }
    return this.calls.ring(accountId, {
      ...request,
      trunkId: trunk.id,
      agentId: agentId ?? trunk.agentId,
    });
  }

  async #requireOn(accountId: string): Promise<void> {
    const { trialPhone } = await this.accounts.get(accountId);
    if (trialPhone) return;
    throw new DomainError(
      'trial_phone_off',
      'Trial phones are off in this account: the operator turns them on (account set --trial-phone yes).',
    );
  }

  async #own(accountId: string): Promise<TrialTrunk> {
    const trunk = await this.trunks.of(accountId);
    if (!trunk) throw notFound();
    return trunk;
  }

  async #view(trunk: TrialTrunk) {
    return trialPhoneView(trunk, this.#place(trunk), await this.trunks.lastLegReceivedNoAudio(trunk.id));
  }

  /** Where the softphone registers. */
  #place(trunk: TrialTrunk | null) {
    const { sip } = this.config.telephony;
    const { port, tls } = sip;
    const standings = trunk?.standings ?? [];
    const opened = standings.find(({ phones }) => phones !== null) ?? standings[0];
    return {
      servers: softphoneServers(sip),
      port: Number(opened?.process.split(':')[1] ?? port),
      transports: tls === null ? ['udp', 'tcp'] : ['udp', 'tcp', 'tls'],
    };
  }
}

function notFound(): DomainError {
  return new DomainError(
    'not_found',
    'The account has no trial phone: POST /console/api/trial-phone sets one up.',
  );
}
