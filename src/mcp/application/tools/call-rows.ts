import { own } from '../../../platform/kernel/own';
import { segment } from '../../domain/api';
import { type Action, type ActionArguments, FLAT_CONTACT, keyOf, type ToolRow, withContact } from '../tool';

type Named = Pick<ToolRow, 'name' | 'title' | 'description'>;

interface CallKind {
  readonly kind: 'call' | 'human_call';
  readonly path: string;
  readonly operation: string;
  readonly idPrefix: string;
  /** Descriptions of both tools. */
  readonly list: string;
  readonly read: string;
}

/** Lists the calls of one kind, and reads one of them. */
export function readingRows({ kind, path, operation, idPrefix, list, read }: CallKind): readonly ToolRow[] {
  const [id, noun] = [`${kind}_id`, kind.replace('_', ' ')];
  return [
    {
      name: `list_${kind}s`,
      title: `List ${noun}s`,
      description: list,
      scopes: ['calls:read'],
      operation,
      hasPersonalText: true,
      run: (caller, args) => caller.get(path, args),
    },
    {
      name: `get_${kind}`,
      title: `Read a ${noun}`,
      description: read,
      scopes: ['calls:read'],
      own: { [id]: { type: 'string', description: `The id of the ${noun}, ${idPrefix}_….`, required: true } },
      hasPersonalText: true,
      run: (caller, args) => caller.get(`${path}/${segment(own(args, id))}`),
    },
  ];
}

/** Queues a call to a contact, by a POST to `path`. */
export const newCall = (
  named: Named,
  operation: string,
  path: string,
  preview: Action['preview'],
): ToolRow => ({
  ...named,
  scopes: ['calls:write'],
  operation,
  own: FLAT_CONTACT,
  without: ['contact', 'dry_run'],
  // A confirmation that is used again gives the call as it is then, with its transcript.
  hasPersonalText: true,
  acts: { isOpenWorld: true, preview },
  run: (caller, args: ActionArguments) =>
    caller.send({ method: 'POST', path, body: withContact(args), ...keyOf(args) }),
});
