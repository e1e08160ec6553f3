import type { Response } from 'express';
import { entityTag } from '../../kernel/resource-version';

/** Sends the version of a resource for If-Match. */
export function withETag<View extends { readonly updated_at: string }>(response: Response, view: View): View {
  response.setHeader('ETag', entityTag(new Date(view.updated_at)));
  return view;
}
