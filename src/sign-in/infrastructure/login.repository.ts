import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { UnitOfWork } from '../../platform/database/unit-of-work';
import { PasswordSchema } from './password.schema';

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
    const found = await this.unitOfWork.repository(PasswordSchema).findBy({ loginId: In([...loginIds]) });
    return new Map(found.map(({ loginId, lastSignedInAt }) => [loginId, lastSignedInAt]));
  }
}
