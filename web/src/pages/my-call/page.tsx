import type { ReactNode } from 'react';
import { OneHumanCall } from '../../layout/human-call/one';
import { MINE } from '../../layout/human-call/whose';

export default function MyCall(): ReactNode {
  return <OneHumanCall whose={MINE} />;
}
