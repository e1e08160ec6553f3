import { segment } from '../../domain/api';
import { type Action, type ActionArguments, FLAT_CONTACT, keyOf, type ToolRow, withContact } from '../tool';

type Named = Pick<ToolRow, 'name' | 'title' | 'description'>;

/** Lists calls of one kind, which are at `path`. */
export const callList = (named: Named, operation: string, path: string): ToolRow => ({
  ...named,
  scope: 'calls:read',
  operation,
  hasPersonalText: true,
  run: (caller, args) => caller.get(path, args),
});

/** Reads one call of those at `path`, by the argument `id`. */
export const oneCall = (
  named: Named,
  path: string,
  id: { readonly name: string; readonly description: string },
): ToolRow => ({
  ...named,
  scope: 'calls:read',
  own: { [id.name]: { type: 'string', description: id.description, required: true } },
  hasPersonalText: true,
  run: (caller, args) => caller.get(`${path}/${segment(args[id.name])}`),
});

/** Queues a call to a contact, by a POST to `path`. */
export const newCall = (
  named: Named,
  operation: string,
  path: string,
  preview: Action['preview'],
): ToolRow => ({
  ...named,
  scope: 'calls:write',
  operation,
  own: FLAT_CONTACT,
  without: ['contact'],
  acts: { isOpenWorld: true, preview },
  run: (caller, args: ActionArguments) =>
    caller.send({ method: 'POST', path, body: withContact(args), ...keyOf(args) }),
});
