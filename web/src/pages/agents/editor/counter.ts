import type { Counter } from '../../../components/field/field';
import type { Count } from '../../../lib/agent/counts';
import { shownNumber } from '../../../lib/shown-time';
import { t } from '../../../messages/en';

export function counterOf(count: Count, longest: Count | null = null): Counter {
  const parts = [t.agent.counter(shownNumber(count.is), shownNumber(count.of))];
  if (longest) parts.push(t.agent.longest(shownNumber(longest.is), shownNumber(longest.of)));
  return {
    text: parts.join(', '),
    isOver: count.is > count.of || (longest !== null && longest.is > longest.of),
  };
}
