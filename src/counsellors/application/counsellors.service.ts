import { Injectable } from '@nestjs/common';
import { Accounts, type MemberReference, People } from '../../accounts';
import { Carriers } from '../../carriers';
import { Counsellor, counsellorOf, type Rings } from '../domain/counsellor';
import { counsellorNotFound } from '../domain/counsellor-errors';

export interface CallableCounsellor {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly blockedReason: string | null;
  readonly address: string | null;
}

/** Finds the counsellors of an account, for display and for calls. */
@Injectable()
export class Counsellors {
  constructor(
    private readonly accounts: Accounts,
    private readonly people: People,
    private readonly carriers: Carriers,
  ) {}

  async rings(accountId: string): Promise<Rings> {
    return this.carriers.of(await this.accounts.get(accountId))?.capabilities.rings ?? null;
  }

  /** @throws DomainError counsellor_not_found, also for members who are no counsellors */
  async find(accountId: string, id: string): Promise<Counsellor> {
    const counsellor = counsellorOf(await this.people.members.find(accountId, id));
    if (!counsellor) throw counsellorNotFound();
    return counsellor;
  }

  async active(accountId: string): Promise<Counsellor[]> {
    return (await this.all(accountId)).filter(({ state }) => state.status === 'active');
  }

  async all(accountId: string): Promise<Counsellor[]> {
    const members = await this.people.members.list(accountId);
    return members.flatMap((member) => counsellorOf(member) ?? []);
  }

  /**
   * Finds by id or e-mail, and locks against deactivation while a call is queued. @throws DomainError
   * counsellor_not_found
   */
  async lockForCalling(accountId: string, by: MemberReference): Promise<CallableCounsellor> {
    const counsellor = counsellorOf(await this.people.members.lockForCalling(accountId, by));
    if (!counsellor) throw counsellorNotFound();
    return callable(counsellor, await this.rings(accountId));
  }

  async forDialing(
    accountId: string,
    ids: readonly string[],
    rings: Rings,
  ): Promise<Map<string, CallableCounsellor>> {
    const found = await Promise.all(ids.map((id) => this.people.members.find(accountId, id)));
    return new Map(
      found.flatMap((member) => (member ? [[member.id, callable(new Counsellor(member), rings)]] : [])),
    );
  }
}

function callable(counsellor: Counsellor, rings: Rings): CallableCounsellor {
  const { id, name, email } = counsellor.state;
  return {
    id,
    name,
    email,
    blockedReason: counsellor.blockedReason(rings),
    address: rings === null ? null : counsellor.address(rings),
  };
}
