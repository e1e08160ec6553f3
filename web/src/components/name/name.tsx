import { shown } from '../../lib/text';

/** Isolated, so that its direction changes nothing around it. */
export function Name({ children }: { readonly children: string }) {
  return <bdi dir="auto">{shown(children)}</bdi>;
}
