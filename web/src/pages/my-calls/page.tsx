import type { ReactNode } from 'react';
import { HumanCallList } from '../../layout/human-call/list';
import { MINE } from '../../layout/human-call/whose';

export default function MyCalls(): ReactNode {
  return <HumanCallList whose={MINE} />;
}
