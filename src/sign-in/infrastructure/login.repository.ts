import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../platform/database/unit-of-work';

export interface ListedLogin {
  readonly email: string;
  readonly name: string;
  readonly hasPassword: boolean;
  readonly lastSignedInAt: Date | null;
  readonly accounts: readonly string[];
}

@Injectable()
export class LoginRepository {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  list(): Promise<ListedLogin[]> {
    return this.unitOfWork.rows<ListedLogin>(
      `SELECT l.email, l.name, p.login_id IS NOT NULL AS "hasPassword", p.last_signed_in_at AS "lastSignedInAt",
         ARRAY (SELECT a.id FROM accounts_for_sign_in a WHERE a.login_id = l.id
                ORDER BY a.created_at, a.member_id) AS accounts
       FROM logins_for_sign_in l LEFT JOIN login_passwords p ON p.login_id = l.id
       ORDER BY l.email_folded`,
    );
  }

  async lastSignedIn(loginIds: readonly string[]): Promise<Map<string, Date | null>> {
    const rows = await this.unitOfWork.rows<{ id: string; at: Date | null }>(
      'SELECT login_id AS id, last_signed_in_at AS at FROM login_passwords WHERE login_id = ANY ($1)',
      [loginIds],
    );
    return new Map(rows.map(({ id, at }) => [id, at]));
  }
}
