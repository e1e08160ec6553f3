import type { ReactNode } from 'react';
import { Link } from './link';

interface CallLinkProps {
  /** The call or human call. */
  readonly id: string;
  readonly children: ReactNode;
}

export function CallLink({ id, children }: CallLinkProps) {
  return (
    <Link to={isHumanCall(id) ? '/human-calls/$id' : '/calls/$id'} params={{ id }}>
      {children}
    </Link>
  );
}

export function isHumanCall(id: string): boolean {
  return id.startsWith('hcall_');
}
