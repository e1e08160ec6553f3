import { Injectable } from '@nestjs/common';
import { listView } from '../../platform/http/answers/lists';
import { foldCase } from '../../platform/kernel/text';
import type { Counsellor } from '../domain/counsellor';
import { counsellorListItem, counsellorView } from './counsellor.view';
import { Counsellors } from './counsellors.service';

/** Reads counsellors for API users. `manages`: the key has counsellors:manage. */
@Injectable()
export class CounsellorReader {
  constructor(private readonly counsellors: Counsellors) {}

  /** @throws DomainError counsellor_not_found */
  async view(accountId: string, id: string, manages: boolean) {
    const counsellor = await this.counsellors.find(accountId, id);
    return counsellorView(counsellor, { rings: await this.counsellors.rings(accountId), manages });
  }

  async list(accountId: string, manages: boolean) {
    const rings = await this.counsellors.rings(accountId);
    const sorted = byName(await this.counsellors.active(accountId));
    return listView(sorted.map((counsellor) => counsellorListItem(counsellor, { rings, manages })));
  }

  /** With invited and inactive ones, each with its single-counsellor fields. */
  async listAll(accountId: string, manages: boolean) {
    const rings = await this.counsellors.rings(accountId);
    const sorted = byName(await this.counsellors.all(accountId));
    return listView(sorted.map((counsellor) => counsellorView(counsellor, { rings, manages })));
  }
}

function byName(counsellors: readonly Counsellor[]): Counsellor[] {
  return counsellors
    .map((counsellor) => ({ counsellor, key: foldCase(counsellor.state.name), id: counsellor.state.id }))
    .sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id))
    .map(({ counsellor }) => counsellor);
}

/** Compares by code points, as the database sorts names. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
