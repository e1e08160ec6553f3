import type { ReactNode } from 'react';
import { OneHumanCall } from '../../layout/human-call/one';
import { OF_ACCOUNT } from '../../layout/human-call/whose';

export default function HumanCall(): ReactNode {
  return <OneHumanCall whose={OF_ACCOUNT} />;
}
