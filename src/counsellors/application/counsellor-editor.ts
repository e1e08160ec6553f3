import { Injectable } from '@nestjs/common';
import { People } from '../../accounts';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import type { IdempotencyKey } from '../../platform/http/request-context';
import { IdempotencyKeys, type CreatedResource } from '../../platform/idempotency/idempotency';
import type { Warning } from '../../platform/kernel/warning';
import {
  Counsellor,
  COUNSELLOR,
  type CounsellorChange,
  counsellorOf,
  type CounsellorState,
} from '../domain/counsellor';
import {
  counsellorNotFound,
  emailInUseElsewhere,
  extensionInUse,
  notManageable,
  SHARED,
  STAFF,
} from '../domain/counsellor-errors';
import { LIMIT_WARNING } from '../domain/invitation';
import { counsellorView } from './counsellor.view';
import { Counsellors } from './counsellors.service';
import { InvitationMails } from './invitation-mails';
import { Invitations } from './invitations';
import { WaitingHumanCalls } from './waiting-human-calls';

export interface NewCounsellor {
  readonly name: string;
  readonly email: string;
  readonly mobileNumber: string | null;
  readonly carrierExtension: string | null;
  readonly sendWelcomeEmail: boolean;
}

export interface CounsellorPatch extends CounsellorChange {
  readonly active?: boolean | undefined;
  readonly fields: readonly string[];
}

interface FirstAnswer {
  readonly created: boolean;
  readonly existing_account: boolean;
  readonly invited: boolean;
  readonly warnings: readonly Warning[];
}

type Members = People['members'];
type Member = NonNullable<Awaited<ReturnType<Members['find']>>>;

type Effects =
  | { readonly human_calls_canceled: number; readonly invitation_revoked: boolean }
  | { readonly can_call: boolean };

/** Adds, changes and deactivates counsellors, each in one transaction. */
@Injectable()
export class CounsellorEditor {
  readonly #members: Members;

  constructor(
    people: People,
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: IdempotencyKeys,
    private readonly counsellors: Counsellors,
    private readonly invitations: Invitations,
    private readonly mails: InvitationMails,
    private readonly waitingCalls: WaitingHumanCalls,
  ) {
    this.#members = people.members;
  }

  /**
   * A removed counsellor is reactivated. @throws DomainError counsellor_not_manageable, email_in_use_elsewhere,
   * carrier_extension_taken, idempotency_key_reused
   */
  async add(accountId: string, input: NewCounsellor, key: IdempotencyKey | null) {
    const { replay, resourceId, first } = await this.idempotency.once<FirstAnswer>(
      accountId,
      'POST /counsellors',
      key,
      () => this.#addOne(accountId, input),
    );
    // After the commit: an unreachable mail server never fails the request.
    const sent = first.invited && (await this.mails.sendFirst(resourceId, replay));
    const { created, existing_account, warnings } = first;
    const more = { created, existing_account, welcome_email_sent: sent, warnings, idempotent_replay: replay };
    return { ...(await this.#view(accountId, await this.counsellors.find(accountId, resourceId))), ...more };
  }

  /** @throws DomainError counsellor_not_found, counsellor_not_manageable, carrier_extension_taken */
  async change(accountId: string, id: string, { active, fields, ...change }: CounsellorPatch) {
    return this.unitOfWork.run(async () => {
      const counsellor = await this.#lock(accountId, id, fields);
      const shared = fields.filter((field) => field === 'name' || field === 'mobile_number');
      if (counsellor.state.sharedLogin && shared.length > 0) throw notManageable(shared, SHARED);
      const before = counsellor.state.status;
      counsellor.change(change);
      if (active === true) counsellor.activate();
      if (active === false) counsellor.deactivate();
      if (!(await this.#members.save(counsellor.state))) throw extensionInUse();
      const rings = await this.counsellors.rings(accountId);
      const effects = await this.#effects(accountId, counsellor, before, active);
      const blocked = counsellor.blockedReason(rings) !== null;
      return {
        ...(await this.#view(accountId, counsellor)),
        ...(active === true ? { effects: { can_call: !blocked } satisfies Effects } : effects && { effects }),
        warnings: counsellor.warnings(rings),
      };
    });
  }

  /** Idempotent. @throws DomainError counsellor_not_found, counsellor_not_manageable */
  async remove(accountId: string, id: string) {
    return this.unitOfWork.run(async () => {
      const counsellor = await this.#lock(accountId, id, ['active']);
      const before = counsellor.state.status;
      if (counsellor.deactivate()) await this.#members.save(counsellor.state);
      const effects = await this.#effects(accountId, counsellor, before, false);
      return { ...(await this.#view(accountId, counsellor)), effects, warnings: [] };
    });
  }

  async #addOne(accountId: string, input: NewCounsellor): Promise<CreatedResource<FirstAnswer>> {
    const { loginId, isNew, member } = await this.#members.claimLogin(accountId, input);
    if (member) return this.#reactivate(accountId, member, input);
    if (!isNew) throw emailInUseElsewhere();
    const { carrierExtension, sendWelcomeEmail: invited } = input;
    const joined = await this.#members.join(accountId, loginId, {
      roles: [COUNSELLOR],
      status: invited && this.invitations.delivers ? 'invited' : 'active',
      carrierExtension,
    });
    if (!joined) throw extensionInUse();
    const sends = invited && (await this.invitations.make(accountId, joined.id));
    const first = { created: true, existing_account: false, invited: sends };
    return this.#make(accountId, joined, first, invited && !sends ? [LIMIT_WARNING] : []);
  }

  /** Name, mobile and password stay unchanged, no e-mail is sent, and other roles of a removed member do not return. */
  async #reactivate(
    accountId: string,
    member: Member,
    input: NewCounsellor,
  ): Promise<CreatedResource<FirstAnswer>> {
    const created = member.status === 'inactive';
    const counsellor = new Counsellor<Member>(created ? { ...member, roles: [COUNSELLOR] } : member);
    if (!counsellor.isManageable) throw notManageable(['email'], STAFF);
    if (created) {
      counsellor.activate();
      if (input.carrierExtension !== null) counsellor.change({ carrierExtension: input.carrierExtension });
      if (!(await this.#members.save(counsellor.state))) throw extensionInUse();
    }
    return this.#make(accountId, counsellor.state, { created, existing_account: true, invited: false });
  }

  async #make(
    accountId: string,
    member: Member,
    first: Omit<FirstAnswer, 'warnings'>,
    more: readonly Warning[] = [],
  ): Promise<CreatedResource<FirstAnswer>> {
    const warnings = new Counsellor(member).warnings(await this.counsellors.rings(accountId));
    return { resourceId: member.id, first: { ...first, warnings: [...warnings, ...more] } };
  }

  /** Admins and other staff are refused (403); a member who is no counsellor is not found. */
  async #lock(accountId: string, id: string, fields: readonly string[]): Promise<Counsellor<Member>> {
    const counsellor = counsellorOf(await this.#members.lock(accountId, id));
    if (!counsellor) throw counsellorNotFound();
    if (!counsellor.isManageable) throw notManageable(fields, STAFF);
    return counsellor;
  }

  /** Deactivation cancels waiting calls in the same transaction; the counts are zero when nothing changed. */
  async #effects(
    accountId: string,
    { state }: Counsellor<Member>,
    before: CounsellorState['status'],
    active: boolean | undefined,
  ): Promise<Extract<Effects, { human_calls_canceled: number }> | undefined> {
    if (active === true && before === 'invited') await this.invitations.close(state, 'accepted');
    if (active !== false) return undefined;
    if (before === 'inactive') return { human_calls_canceled: 0, invitation_revoked: false };
    const revoked = await this.invitations.close(state, 'revoked');
    return {
      human_calls_canceled: await this.waitingCalls.cancelOf(accountId, state.id),
      invitation_revoked: revoked && before === 'invited',
    };
  }

  async #view(accountId: string, counsellor: Counsellor) {
    return counsellorView(counsellor, { rings: await this.counsellors.rings(accountId), manages: true });
  }
}
