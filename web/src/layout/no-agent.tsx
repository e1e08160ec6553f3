import { Empty } from '../components/empty/empty';
import { Link } from '../components/link/link';
import { t } from '../messages/en';
import { useSignedIn } from './session';

/** Stands where an agent is needed and there is none; who may make one is led there. */
export function NoAgent() {
  const manages = useSignedIn().account.scopes.includes('agents:manage');
  return (
    <Empty action={manages && <Link to="/agents/new">{t.calls.makeAgent}</Link>}>{t.calls.noAgent}</Empty>
  );
}
