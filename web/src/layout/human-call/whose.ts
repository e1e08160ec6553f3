import { allHumanCalls, ownHumanCalls } from '../../api/human-calls';
import { t } from '../../messages/en';
import type { RecordPage } from '../record-page/not-loaded';

export interface Whose {
  /** Also the first part of the query keys. */
  readonly listPage: 'human-calls' | 'my-calls';
  readonly onePage: 'human-call' | 'my-call';
  readonly list: '/human-calls' | '/my-calls';
  readonly one: '/human-calls/$id' | '/my-calls/$id';
  readonly title: string;
  readonly record: RecordPage;
  readonly isMine: boolean;
  readonly requests: typeof allHumanCalls;
}

export const OF_ACCOUNT: Whose = {
  listPage: 'human-calls',
  onePage: 'human-call',
  list: '/human-calls',
  one: '/human-calls/$id',
  title: t.humanCalls.title,
  record: {
    name: 'human-call',
    title: t.humanCalls.one,
    unknown: t.humanCalls.unknown,
    list: '/human-calls',
    toList: t.humanCalls.toAll,
  },
  isMine: false,
  requests: allHumanCalls,
};

export const MINE: Whose = {
  listPage: 'my-calls',
  onePage: 'my-call',
  list: '/my-calls',
  one: '/my-calls/$id',
  title: t.humanCalls.mine,
  record: {
    name: 'my-call',
    title: t.humanCalls.oneOfMine,
    unknown: t.humanCalls.unknown,
    list: '/my-calls',
    toList: t.humanCalls.toMine,
  },
  isMine: true,
  requests: ownHumanCalls,
};
