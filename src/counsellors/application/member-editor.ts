import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys, type CreatedResource } from '../../platform/idempotency/idempotency';
import type { Warning } from '../../platform/kernel/warning';
import { Counsellor, COUNSELLOR } from '../domain/counsellor';
import { emailInUseElsewhere, lastAdmin, memberNotFound } from '../domain/counsellor-errors';
import { LIMIT_WARNING } from '../domain/invitation';
import { InvitationMails } from './invitation-mails';
import { Invitations } from './invitations';
import type { MemberRole } from '../../shared-kernel/roles';
import type { MemberState } from './member.view';
import { MemberReader } from './member-reader';
import { WaitingHumanCalls } from './waiting-human-calls';

type Members = People['members'];

export interface NewMember {
  readonly name: string;
  readonly email: string;
  readonly roles: readonly MemberRole[];
}

export interface MemberChange {
  readonly roles: readonly MemberRole[] | undefined;
  readonly active: boolean | undefined;
}

interface FirstAnswer {
  readonly invited: boolean;
  readonly warnings: readonly Warning[];
}

/** Changes members of every role for the admins of their account. */
@Injectable()
export class MemberEditor {
  readonly #members: Members;

  constructor(
    people: People,
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: IdempotencyKeys,
    private readonly invitations: Invitations,
    private readonly mails: InvitationMails,
    private readonly reader: MemberReader,
    private readonly waitingCalls: WaitingHumanCalls,
  ) {
    this.#members = people.members;
  }

  /** A former member gets only these roles. @throws DomainError email_in_use_elsewhere, idempotency_key_reused */
  async add(accountId: string, input: NewMember, key: IdempotencyKey | null) {
    const { replay, resourceId, first } = await this.idempotency.once<FirstAnswer>(
      accountId,
      'POST /console/api/members',
      key,
      () => this.#addOne(accountId, input),
    );
    // After the commit: an unreachable mail server never fails the request.
    const sent = first.invited && (await this.mails.sendFirst(resourceId, replay));
    const more = { welcome_email_sent: sent, warnings: first.warnings, idempotent_replay: replay };
    return { ...(await this.reader.view(accountId, resourceId)), ...more };
  }

  /** A former counsellor's waiting human calls are canceled. @throws DomainError not_found, last_admin */
  async change(accountId: string, id: string, { roles, active }: MemberChange) {
    const effects = await this.unitOfWork.run(async () => {
      const member = await this.#members.lock(accountId, id);
      if (!member) throw memberNotFound();
      const counsellor = new Counsellor({ ...member, roles: roles ?? member.roles });
      if (active === true) counsellor.activate();
      if (active === false) counsellor.deactivate();
      await this.#requireAdmin(accountId, member, counsellor.state);
      const { state } = counsellor;
      // The old extension may have been assigned to another member.
      if (!(await this.#members.save(state))) await this.#members.save({ ...state, carrierExtension: null });
      return this.#effects(accountId, member, state);
    });
    return { ...(await this.reader.view(accountId, id)), effects };
  }

  async #addOne(accountId: string, { name, email, roles }: NewMember): Promise<CreatedResource<FirstAnswer>> {
    const { loginId, isNew, member } = await this.#members.claimLogin(accountId, {
      name,
      email,
      mobileNumber: null,
    });
    if (member) return this.#addRoles(member, roles);
    if (!isNew) throw emailInUseElsewhere();
    const joined = await this.#members.join(accountId, loginId, {
      roles,
      status: this.invitations.delivers ? 'invited' : 'active',
      carrierExtension: null,
    });
    if (!joined) throw new Error('a membership without an extension collided');
    const invited = await this.invitations.make(accountId, joined.id);
    return { resourceId: joined.id, first: { invited, warnings: invited ? [] : [LIMIT_WARNING] } };
  }

  async #addRoles(member: MemberState, roles: readonly MemberRole[]): Promise<CreatedResource<FirstAnswer>> {
    const counsellor = new Counsellor(member);
    const wasRemoved = member.status === 'inactive';
    if (wasRemoved) counsellor.activate();
    const all = wasRemoved ? roles : [...new Set([...member.roles, ...roles])];
    const changed = { ...counsellor.state, roles: all };
    if (!(await this.#members.save(changed)))
      await this.#members.save({ ...changed, carrierExtension: null });
    return { resourceId: member.id, first: { invited: false, warnings: [] } };
  }

  /** The last active admin stays one. Concurrent changes of admins run in sequence. */
  async #requireAdmin(accountId: string, before: MemberState, after: MemberState): Promise<void> {
    if (!isActiveAdmin(before) || isActiveAdmin(after)) return;
    if ((await this.#members.countActiveAdmins(accountId)) <= 1) throw lastAdmin();
  }

  async #effects(accountId: string, before: MemberState, after: MemberState) {
    if (before.status === 'invited' && after.status === 'active')
      await this.invitations.close(after, 'accepted');
    const removed = before.status !== 'inactive' && after.status === 'inactive';
    const revoked =
      removed && (await this.invitations.close(after, 'revoked')) && before.status === 'invited';
    const ends = before.roles.includes(COUNSELLOR) && (removed || !after.roles.includes(COUNSELLOR));
    return {
      human_calls_canceled: ends ? await this.waitingCalls.cancelOf(accountId, after.id) : 0,
      invitation_revoked: revoked,
    };
  }
}

function isActiveAdmin({ roles, status }: MemberState): boolean {
  return status === 'active' && roles.includes('ADMIN');
}
