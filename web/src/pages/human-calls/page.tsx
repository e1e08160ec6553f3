import type { ReactNode } from 'react';
import { HumanCallList } from '../../layout/human-call/list';
import { OF_ACCOUNT } from '../../layout/human-call/whose';

export default function HumanCalls(): ReactNode {
  return <HumanCallList whose={OF_ACCOUNT} />;
}
