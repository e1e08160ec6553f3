import { Accounts, People } from '../accounts';
import { UnitOfWork } from '../platform/database/unit-of-work';
import { LinkMail, Logins } from '../sign-in';
import { ContextOperations } from './context-operations';
import { CommandError } from './output';
import { requireAccount } from './require-account';
import { linkView, memberView } from './views';

type AddRole = Parameters<People['members']['addRole']>;
type Link = Awaited<ReturnType<Logins['renew']>>;

export class MemberOperations extends ContextOperations {
  readonly #accounts = this.service(Accounts);
  readonly #people = this.service(People);
  readonly #logins = this.service(Logins);
  readonly #mail = this.service(LinkMail);
  readonly #unitOfWork = this.service(UnitOfWork);

  /**
   * A login that an admin of another account may have created joins only with `join`, and as a new one. @throws
   * CommandError
   */
  async add(accountId: string, login: AddRole[1], role: AddRole[2], join: boolean) {
    await requireAccount(this.#accounts, accountId);
    const { member, link } = await this.#unitOfWork.run(async () => {
      const links: Link[] = [];
      const member = await this.#people.members.addRole(accountId, login, role, async (loginId) => {
        if (!join) throw belongsElsewhere(login.email);
        links.push(await this.#logins.renew(loginId));
      });
      return { member, link: links[0] };
    });
    await this.auditLog.write(accountId, 'member add', member.id, ['roles']);
    if (!link) return memberView(member);
    const sent = this.#mail.delivers && (await this.#mail.send(member, link, 'joined')) === 'sent';
    const { url, path, expires_at } = linkView(link);
    return { ...memberView(member), sent, url: sent ? null : url, path: sent ? null : path, expires_at };
  }

  async accept(accountId: string, email: string) {
    await requireAccount(this.#accounts, accountId);
    const member = await this.#people.members.accept(accountId, email);
    if (!member) throw new CommandError(`Nobody in the account ${accountId} has this e-mail.`);
    await this.auditLog.write(accountId, 'member accept', member.id);
    return memberView(member);
  }
}

function belongsElsewhere(email: string): CommandError {
  return new CommandError(
    `The login ${email} belongs to another account, where somebody else may have taken it. Add --join to let it join: its sessions end, its password and links no longer work, and a new link goes to the address.`,
  );
}
