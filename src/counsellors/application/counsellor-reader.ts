import { Injectable } from '@nestjs/common';
import { listView } from '../../platform/http/lists';
import { foldCase } from '../../platform/kernel/text';
import { counsellorListItem, counsellorView } from './counsellor.view';
import { Counsellors } from './counsellors.service';

/** Read access to counsellors for API users. `manages`: the key has counsellors:manage. */
@Injectable()
export class CounsellorReader {
  constructor(private readonly counsellors: Counsellors) {}

  /** @throws DomainError counsellor_not_found */
  async view(accountId: string, id: string, manages: boolean) {
    const counsellor = await this.counsellors.find(accountId, id);
    return counsellorView(counsellor, { rings: await this.counsellors.rings(accountId), manages });
  }

  /** All active counsellors, by folded name, then id. */
  async list(accountId: string, manages: boolean) {
    const rings = await this.counsellors.rings(accountId);
    const sorted = (await this.counsellors.active(accountId))
      .map((counsellor) => ({ counsellor, key: foldCase(counsellor.state.name), id: counsellor.state.id }))
      .sort((a, b) => compare(a.key, b.key) || compare(a.id, b.id));
    return listView(sorted.map(({ counsellor }) => counsellorListItem(counsellor, { rings, manages })));
  }
}

/** By code points, as the database sorts names. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
