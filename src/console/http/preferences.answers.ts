import { answer, constant, flag, id, listOfThese, mapOf, text } from '../../platform/http/answers/answer';
import type { Preferences } from '../application/preferences';

type View = Awaited<ReturnType<Preferences['save']>>;

export const SAVED_VIEW = answer<View>(
  'SavedView',
  'Filters of Calls that a person keeps.',
  {
    object: constant('saved_view'),
    id: id('view', 'Id.'),
    name: text('Name.'),
    filters: mapOf(text(undefined), 'As in the address of Calls.'),
  },
  {
    object: 'saved_view',
    id: 'view_01kaf5v7m2q9x3t8w4z6c1b0dn',
    name: 'Not reached yesterday',
    filters: { status: 'no_answer,busy,failed', test: 'none' },
  },
);

export const PREFERENCES = answer<Awaited<ReturnType<Preferences['view']>>>(
  'Preferences',
  'What a person keeps in the console, in this account.',
  {
    object: constant('preferences'),
    get_started_hidden: flag('Whether "Get started" of Home is hidden.'),
    views: listOfThese(SAVED_VIEW, 'Saved views of Calls, the oldest first.'),
  },
  { object: 'preferences', get_started_hidden: false, views: [SAVED_VIEW.example] },
);

export const REMOVED_VIEW = answer<Awaited<ReturnType<Preferences['remove']>>>(
  'RemovedSavedView',
  'A saved view that was deleted.',
  { object: constant('saved_view'), id: id('view', 'Id.'), deleted: flag('Always true.') },
  { object: 'saved_view', id: SAVED_VIEW.example.id, deleted: true },
);
